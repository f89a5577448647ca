import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { until } from '../../../engine/backends/linux/testing/apps/target-app.ts';
import { chromiumFlags } from '../../../engine/testing/programs.ts';
import type { DesktopBench } from '../../../tools/testing/desktop-bench.ts';
import type { PageTask, PagePoint } from './task.ts';

/** A real Chromium that fills the screen, with access to its page that the agents do not have. */
export interface TaskBrowser {
  /** Opens the page of a task in its initial state. */
  open(task: PageTask): Promise<void>;
  /** Centers of elements, by `#id`. */
  places(): Promise<(selector: string) => PagePoint>;
  /** The judge's verdict. */
  isDone(task: PageTask): Promise<boolean>;
  close(): Promise<void>;
}

export async function openTaskBrowser(bench: DesktopBench): Promise<TaskBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deskscope-tasks-'));
  const file = path.join(folder, 'task.html');
  const profile = path.join(folder, 'profile');
  await writeFile(file, whole('<button>Wait</button>'));
  const flags = [...chromiumFlags, '--force-renderer-accessibility', '--kiosk', '--remote-debugging-port=0'];
  await bench.open('chromium', [...flags, `--user-data-dir=${profile}`, `--app=file://${file}`]);
  let port = '';
  await until(async () => {
    [port = ''] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n');
    return port !== '';
  }, 10_000);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0]!.pages()[0]!;
  return {
    async open(task) {
      await writeFile(file, whole(task.page));
      await page.goto(`file://${file}`);
    },
    async places() {
      const found = new Map<string, PagePoint>(Object.entries(await page.evaluate<Record<string, PagePoint>>(middles)));
      return (selector) => {
        const place = found.get(selector);
        if (!place) throw new Error(`The page has no ${selector}.`);
        return place;
      };
    },
    isDone: (task) => page.evaluate<boolean>(task.judge),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** By `#id`, as fractions of the window. */
const middles = `Object.fromEntries(Array.from(document.querySelectorAll('[id]'), (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return ['#' + element.id, { x: (x + width / 2) / innerWidth, y: (y + height / 2) / innerHeight }];
}))`;

const whole = (body: string) => `<!doctype html><meta charset="utf-8"><title>Task</title><body>${body}`;
