import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import { silentLog } from '../base/log.ts';
import { buildCli, type BuiltCli } from '../cli/testing/built-cli.ts';
import { startEngine } from '../services/start-engine.ts';
import { missingPrograms } from './needs.ts';
import { parseProfile } from './profile.ts';
import { engineInside, runInside } from './run-inside.ts';
import { startDesktop } from './start.ts';

let cli: BuiltCli;
/** For TMPDIR: short, since sockets are below it. */
let temporary: string;

beforeAll(async () => {
  cli = await buildCli('auto');
  temporary = mkdtempSync(path.join(tmpdir(), 'd-'));
  vi.stubEnv('TMPDIR', temporary);
}, 60_000);
afterAll(async () => {
  await cli.remove();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

function outputInside(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    runInside(folder, program, args, { output: (more) => (text += more), exit: () => resolve(text) });
  });
}

const compositors = [
  ['sway', 'sway', 1],
  ['kwin', 'KWin', 1],
  ['gnome', 'GNOME', 1],
  ['gnome', 'GNOME', 2],
] as const;

for (const [session, name, scale] of compositors)
  describe.runIf(missingPrograms(session).length === 0)(name, () => {
    it(`apps of Wayland and, if they start, of X11 are seen on an own desktop at scale ${scale}, and one is used`, async () => {
      const size = `${1024 * scale}x${768 * scale}`;
      const text = `desktop: { session: ${session}, size: ${size}, scale: ${scale}, timeouts: { start: 60000 } }`;
      const built = (file: string) => path.join(path.dirname(cli.script), file);
      const desktop = await startDesktop({ profile: parseProfile(text, 'test.yaml'), entry: built('desktop.js') });
      const { record, folder } = desktop;
      expect(record).toMatchObject({ session, hasView: false, display: expect.stringMatching(/^wayland-/) as string });
      const fork = engineInside(folder);
      const options = {
        backend: 'auto',
        entry: built('engine.js'),
        engineLog: 'ignore',
        log: silentLog,
        fork,
      } as const;
      const engine = startEngine(options);
      const display = await outputInside(folder, 'sh', '-c', 'echo $DISPLAY');
      const apps = ['galculator', ...(display.trim() === '' ? [] : ['xedit'])];
      for (const app of apps) runInside(folder, app, [], { output: () => undefined, exit: () => undefined });
      const shown = async () => (await engine.listWindows({}, { timeoutMs: 20_000 })).items;
      await vi.waitFor(async () => expect((await shown()).map(({ title }) => title).sort()).toEqual(apps), 40_000);
      const calculator = (await shown()).find(({ title }) => title === 'galculator')!;
      expect(calculator.bounds.height > 500).toBe(scale === 2);
      await engine.actOnWindow({ window: calculator.id, action: 'focus' });
      const search = { window: calculator.id, limit: 1 };
      const [seven] = (await engine.find({ ...search, selector: 'role=Button name="7"' })).matches;
      await engine.click({ at: center(seven!.bounds!), button: 'left', count: 1 });
      const shows = async () => (await engine.find({ window: calculator.id, selector: 'role=Edit' })).matches;
      await vi.waitFor(async () => expect((await shows()).map(({ value }) => value)).toContain('7'), 10_000);
      await engine.close();
      await desktop.stop();
    });
  });
