import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { killTree, startChild } from '../../scripts/lib/children.mjs';
import { ownHome } from '../../scripts/lib/own-home.mjs';
import { run } from '../../scripts/lib/run.mjs';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { geometryOf, xdotool, type Person } from './acts.ts';
import type { FlowApp, Outside } from './flow.ts';
import { findSeen, lookOutside } from './outside.ts';

/** A flow's running app, with its facts. */
export interface Staged extends Outside {
  readonly person: Person;
  /** Focuses its window. */
  close(): Promise<void>;
}

/** The window's second position and size, in pixels relative to the first. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Time limit for a large app with a new profile on a busy machine. */
const startMs = 120_000;

/** Starts an app with its own home and waits until its window is stable. */
export async function stage(desktop: TestDesktop, app: FlowApp, tapMs: number, shift: Shift | null): Promise<Staged> {
  const home = await mkdtemp(join(tmpdir(), 'deskscope-flow-'));
  const inHome = (text: string) => text.replaceAll('HOME', home);
  for (const [name, text] of Object.entries(app.files ?? {})) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text);
  }
  // Some find their other instances by a socket among the temporary files.
  const env = { ...desktop.env, ...ownHome(home), TMPDIR: home, GSK_RENDERER: 'cairo', ...app.env };
  const child = startChild(app.command, (app.args ?? []).map(inHome), { env, cwd: home });
  const group = child.pid ?? 0;
  const close = async () => {
    try {
      killTree(child);
    } catch {
      // Already exited.
    }
    await waitFor('the end of an app', async () => (await windowsOf(desktop.env)).length === 0).catch(() => null);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const isIntended = (title: string) => (app.title ? app.title.test(title) : title !== '');
    const window = await waitFor(
      `a window of ${app.command}`,
      async () => (await windowsOf(desktop.env)).find(({ title }) => isIntended(title))?.id,
      startMs,
    );
    if (!app.silent)
      await waitFor('its elements', async () => (await lookOutside(desktop.env, group)).length > 3, startMs);
    await sleep(1_000);
    if (shift) await move(desktop.env, window, shift);
    await xdotool(desktop.env, 'windowactivate', window);
    await sleep(500);
    const person = { env: desktop.env, group, tapMs, window };
    return { person, ...outsideOf(desktop.env, group, home), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function outsideOf(env: NodeJS.ProcessEnv, group: number, home: string): Outside {
  const look = () => lookOutside(env, group);
  return {
    titles: async () => (await windowsOf(env)).map(({ title }) => title).join('\n'),
    texts: async (role) => {
      const shown = (await look()).filter((each) => each.shows && (role === undefined || each.role === role));
      return shown.map(({ text, name }) => text || name).join('\n');
    },
    state: async (name, role) => {
      const found = findSeen(await look(), { name, ...(role !== undefined && { role }) });
      return found ? [...found.states, found.value ?? ''].join(' ').trim() : 'gone';
    },
    file: (name) => readFile(join(home, name), 'utf8').catch(() => ''),
    clipboard: async () => (await run('xclip', ['-o', '-selection', 'clipboard'], { env, timeoutMs: 3_000 })).output,
  };
}

interface Shown {
  readonly id: string;
  readonly title: string;
}

/** Visible windows according to the X server: the desktop has only those of its flow's app. */
async function windowsOf(env: NodeJS.ProcessEnv): Promise<readonly Shown[]> {
  const { output } = await run('wmctrl', ['-l'], { env });
  return output.split('\n').flatMap((line) => {
    const [, id, title] = /^(0x[0-9a-f]+)\s+-?\d+\s+\S+\s?(.*)$/.exec(line) ?? [];
    return id ? [{ id: String(Number(id)), title: title ?? '' }] : [];
  });
}

/** Of the virtual desktop. Points below its edge cannot be pressed. */
const screen = { width: 1_920, height: 1_080 };

async function move(env: NodeJS.ProcessEnv, window: string, shift: Shift): Promise<void> {
  const [left, top, width, height] = await geometryOf(env, window);
  const [x, y] = [Math.max(10, left + shift.x), Math.max(40, top + shift.y)];
  const [widest, tallest] = [screen.width - x - 10, screen.height - y - 10];
  const size = [Math.min(width + shift.width, widest), Math.min(height + shift.height, tallest)] as const;
  await xdotool(env, 'windowsize', window, ...size);
  await xdotool(env, 'windowmove', window, x, y);
  await sleep(700);
}
