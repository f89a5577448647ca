import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import type { Door } from '../acts/server.ts';
import { textApps } from '../texts/apps.ts';
import type { Landed } from './scales.linux.test.ts';

/** GTK takes integer factors; fractions are set by the font resolution. */
export const calcScales = [1, 1.25, 1.5, 2] as const;

const cells = ['A1', 'B2', 'C3', 'C1'];

/** Clicks cells of a sheet and types into the focused one: the saved file reports which cell that was. */
export async function clicksInCalc(door: Door, scale: number): Promise<Landed> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-scales-'));
  const app = textApps['LibreOffice Calc'](folder);
  const whole = Math.floor(scale);
  const env = { ...process.env, ...app.env, GDK_SCALE: String(whole), GDK_DPI_SCALE: String(scale / whole) };
  const child = startChild(app.program, [...app.args], { env: { ...env, HOME: folder }, stdio: 'ignore' });
  const missed: string[] = [];
  const refused: string[] = [];
  let landed = 0;
  try {
    const window = { window: app.title };
    await untilShown(door, { ...window, selector: `role=DataItem name="${cells[0]}"` });
    for (const [at, cell] of cells.entries()) {
      const text = `Typed ${at}`;
      const answer = await door.call('click_element', { ...window, selector: `role=DataItem name="${cell}"` });
      if (!answer.ok) {
        refused.push(`${cell}: ${answer.text}`);
        continue;
      }
      await door.call('press_keys', { ...window, keys: 'Delete' });
      await door.call('type_text', { ...window, text, press_enter: true });
      await door.call('press_keys', { ...window, keys: 'ctrl+s' });
      await sleep(2_000);
      if (app.model()[cell] === text) landed++;
      else missed.push(`${cell}: ${JSON.stringify(app.model())}`);
    }
    return { landed, missed, refused };
  } finally {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Already exited.
    }
    await endChild(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function untilShown(door: Door, element: Readonly<Record<string, unknown>>): Promise<void> {
  const end = Date.now() + 90_000;
  for (;;) {
    const { ok, text } = await door.call('find_element', element);
    if (ok && !/^(No|0) /.test(text)) return;
    if (Date.now() > end) throw new Error(`The sheet does not show: ${text}`);
    await sleep(500);
  }
}
