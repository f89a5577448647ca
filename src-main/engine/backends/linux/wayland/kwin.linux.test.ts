import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { center } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../local-engine.ts';
import { chromiumFlags } from '../../../testing/chromium-flags.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { end } from '../../../testing/programs.ts';
import { soon } from '../../../testing/soon.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { hasKWin, startKWin, type KWinSession } from '../testing/kwin-session.ts';

const sample = 'é ß 漢字 Ω я 🙂';
const page =
  '<!doctype html><meta charset="utf-8"><title>Hits</title>' +
  '<p><label><input type="checkbox">One</label> <label><input type="checkbox">Two</label><p><textarea></textarea>';
let kwin: KWinSession;
let engine: Engine;
const apps: ChildProcess[] = [];

const list = async (): Promise<readonly WindowInfo[]> => (await engine.listWindows({})).items;
/** `elementOf` asks no more of a desk. */
const desk = () => ({ engine }) as Desk;
const find = (title: string, selector: string) => vi.waitFor(() => elementOf(desk(), { title, selector }), soon);
const statesOf = async (title: string, selector: string) => (await find(title, selector)).states;

async function bring(title: string): Promise<WindowInfo> {
  const windows = await list();
  const titles = windows.map((window) => window.title).join(', ');
  const { id } = windows.find((window) => window.title.includes(title)) ?? expect.fail(`No ${title} among ${titles}.`);
  await engine.actOnWindow({ window: id, action: 'focus' });
  return engine.moveWindow({ window: id, bounds: { x: 40, y: 40 } });
}

async function click(title: string, selector: string): Promise<void> {
  const { bounds } = await find(title, selector);
  await engine.click({ at: center(bounds ?? expect.fail(`${selector} has no place.`)), button: 'left', count: 1 });
}

async function toggles(title: string, selector: string): Promise<void> {
  const isChecked = async () => (await statesOf(title, selector)).includes('checked');
  const before = await isChecked();
  await click(title, selector);
  await vi.waitFor(async () => expect(await isChecked()).toBe(!before), soon);
}

if (!hasKWin) it.skip('KWin is left out: kwin_wayland is not installed');

describe.runIf(hasKWin)('KWin at scale 1.25', () => {
  beforeAll(async () => {
    kwin = await startKWin(1.25);
    for (const [name, value] of Object.entries(kwin.env)) vi.stubEnv(name, value);
    // Before the apps, which are busy at first and keep the compositor so.
    engine = await createLocalEngine({
      log: createLog('test'),
      backend: (options) => createBackend('wayland', options),
    });
    const folder = temporaryFolder();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const start = (command: string, args: readonly string[] = []) =>
      apps.push(spawn(command, [...args], { stdio: 'ignore', env: { ...kwin.env } }));
    start('galculator');
    start('mousepad', ['--disable-server', file('notes.txt', '')]);
    start('gtk4-demo', ['--run=textundo']);
    start('chromium', [
      ...chromiumFlags,
      '--disable-gpu',
      '--force-renderer-accessibility',
      '--ozone-platform=wayland',
      `--user-data-dir=${folder}`,
      `--app=file://${file('page.html', page)}`,
    ]);
    await vi.waitFor(async () => expect(await list()).toHaveLength(4), soon);
  });
  afterAll(async () => {
    // Where it did not start, the compositor ends all the same.
    await (engine as Engine | undefined)?.close();
    await Promise.all(apps.map(end));
    await kwin.close();
    vi.unstubAllEnvs();
  });

  it('hits what it means', async () => {
    await bring('galculator');
    for (const name of ['7', '*', '6', '=']) await click('galculator', `role=Button name="${name}"`);
    await vi.waitFor(async () => expect((await find('galculator', 'role=Edit nth=0')).value).toContain('42'), soon);
    await bring('Hits');
    for (const name of ['One', 'Two']) await toggles('Hits', `role=CheckBox name="${name}"`);
  });

  it('hits the entry of a menu of GTK 3', async () => {
    const { id: window } = await bring('notes');
    const before = await list();
    await click('notes', 'role=Menu name="View"');
    const entry = 'role=MenuItem name~="Select Font"';
    await vi.waitFor(async () => expect((await find('notes', entry)).bounds).not.toBeNull(), soon);
    await click('notes', entry);
    await vi.waitFor(async () => expect(await list()).toHaveLength(before.length + 1), soon);
    const dialog = (await list()).find(({ active }) => active) ?? expect.fail('No window is active.');
    expect(dialog.id).not.toBe(window);
    await engine.pressKeys({ keys: 'Escape', window: dialog.id });
    await vi.waitFor(async () => expect(await list()).toHaveLength(before.length), soon);
  });

  it.each([
    ['GTK 3', 'notes', 'role=Edit'],
    ['GTK 4', 'Undo', 'role=Edit'],
    ['Chromium', 'Hits', 'role=Edit nth=1'],
  ] as const)('types and pastes any character into apps of %s, and reads it back', async (_, title, selector) => {
    const { id: window } = await bring(title);
    await click(title, selector);
    await vi.waitFor(async () => expect(await statesOf(title, selector)).toContain('focused'), soon);
    await engine.pressKeys({ keys: 'ctrl+a', window });
    expect(await engine.typeText({ text: sample, window })).toEqual({ unread: false });
    expect((await find(title, selector)).value).toBe(sample);
  });

  it('shows windows that others cover', async () => {
    const { id: window, bounds } = await bring('notes');
    const alone = await engine.capture({ target: { kind: 'window', window } });
    await bring('Hits');
    const covered = await engine.capture({ target: { kind: 'window', window } });
    expect(covered).toMatchObject({ bounds, note: '' });
    expect(alone.bounds).toEqual(bounds);
  });

  it('tells at once that its compositor has gone', async () => {
    const other = await startKWin();
    for (const [name, value] of Object.entries(other.env)) vi.stubEnv(name, value);
    let lost = 0;
    const options = { ownProcessIds: () => new Set<number>(), log: createLog('test'), lost: () => lost++ };
    const backend = await createBackend('wayland', options);
    await other.close();
    await vi.waitFor(() => expect(lost).toBe(1), soon);
    await expect(backend.windows.list({ all: true })).rejects.toMatchObject({ code: 'display_unavailable' });
    await backend.close();
  });
});
