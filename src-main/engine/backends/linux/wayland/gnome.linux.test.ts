import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { doorOf } from '../../../../gnome-extension/protocol.ts';
import { center } from '#contract/model/geometry';
import type { PointerEvent } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../local-engine.ts';
import { red } from '../../../outline/label.ts';
import { chromiumFlags } from '../../../testing/chromium-flags.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { end } from '../../../testing/programs.ts';
import { soon } from '../../../testing/soon.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { outputOf } from '../testing/x-display.ts';
import { hasGnome, startGnome, type GnomeSession } from '../testing/gnome-session.ts';
import { GnomeLink } from './gnome/link.ts';
import { GnomePictures } from './gnome/pictures.ts';
import { WaylandConnection } from './wire/connection.ts';
import { Outputs } from './wire/outputs.ts';

const sample = 'é ß 漢字 Ω я 🙂';
const page =
  '<!doctype html><meta charset="utf-8"><title>Hits</title>' +
  '<p><label><input type="checkbox">One</label> <label><input type="checkbox">Two</label><p><textarea></textarea>';
let gnome: GnomeSession;
let engine: Engine;
const apps: ChildProcess[] = [];

const list = async (): Promise<readonly WindowInfo[]> => (await engine.listWindows({})).items;
const showOverview = () => {
  const shell = ['--dest', 'org.gnome.Shell', '--object-path', '/org/gnome/Shell'];
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.gnome.Shell', 'OverviewActive', '<true>'];
  return outputOf('gdbus', ['call', '--session', ...shell, ...set], process.env);
};
/** `elementOf` asks no more of a desk. */
const desk = () => ({ engine }) as Desk;
const find = (title: string, selector: string) => vi.waitFor(() => elementOf(desk(), { title, selector }), soon);
const statesOf = async (title: string, selector: string) => (await find(title, selector)).states;

async function bring(title: string): Promise<WindowInfo> {
  const windows = await list();
  const titles = windows.map((window) => window.title).join(', ');
  const { id } = windows.find((window) => window.title.includes(title)) ?? expect.fail(`No ${title} among ${titles}.`);
  await engine.actOnWindow({ window: id, action: 'focus' });
  return engine.moveWindow({ window: id, bounds: { x: 40, y: 60 } });
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

/** Brings the focus into a field, and chooses all that is in it. */
async function enter(title: string, selector: string): Promise<WindowInfo> {
  const window = await bring(title);
  await click(title, selector);
  await vi.waitFor(async () => expect(await statesOf(title, selector)).toContain('focused'), soon);
  await engine.pressKeys({ keys: 'ctrl+a', window: window.id });
  return window;
}

async function losesItsDesktop(end: () => Promise<void>): Promise<void> {
  let lost = 0;
  const options = { ownProcessIds: () => new Set<number>(), log: createLog('test'), lost: () => lost++ };
  const backend = await createBackend('wayland', options);
  await end();
  await vi.waitFor(() => expect(lost).toBe(1), soon);
  await expect(backend.windows.list({ all: true })).rejects.toMatchObject({ code: 'display_unavailable' });
  await backend.close();
}

if (!hasGnome) it.skip('GNOME is left out: gnome-shell is not installed');

describe.runIf(hasGnome)('GNOME', () => {
  beforeAll(async () => {
    gnome = await startGnome();
    for (const [name, value] of Object.entries(gnome.env)) vi.stubEnv(name, value);
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
      apps.push(spawn(command, [...args], { stdio: 'ignore', env: { ...gnome.env } }));
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
    await (gnome as GnomeSession | undefined)?.close();
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
    const dialog = await vi.waitFor(async () => {
      const windows = await list();
      expect(windows).toHaveLength(before.length + 1);
      return windows.find(({ active, id }) => active && id !== window) ?? expect.fail('The dialog is not active.');
    }, soon);
    await engine.pressKeys({ keys: 'Escape', window: dialog.id });
    await vi.waitFor(async () => expect(await list()).toHaveLength(before.length), soon);
  });

  it.each([
    ['GTK 3', 'notes', 'role=Edit'],
    ['GTK 4', 'Undo', 'role=Edit'],
    ['Chromium', 'Hits', 'role=Edit nth=1'],
  ] as const)(
    'types, commits or pastes any character into apps of %s, and reads it back',
    async (_, title, selector) => {
      const { id: window } = await enter(title, selector);
      expect(await engine.typeText({ text: sample, window })).toEqual({ unread: false });
      expect((await find(title, selector)).value).toBe(sample);
    },
  );

  it('gives nothing that is meant for a window to the overview', async () => {
    const { id: window } = await enter('Undo', 'role=Edit');
    const { value, bounds } = await find('Undo', 'role=Edit');
    await showOverview();
    await vi.waitFor(async () => expect((await list()).filter(({ active }) => active)).toEqual([]), soon);
    await expect(engine.typeText({ text: 'xterm', window })).rejects.toMatchObject({ delivery: 'not_delivered' });
    await expect(engine.click({ at: center(bounds!), button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'busy',
    });
    await bring('Undo');
    expect((await find('Undo', 'role=Edit')).value).toBe(value);
  });

  it('lends the clipboard and gives it back as it was, empty or not', async () => {
    const { id: window } = await enter('Undo', 'role=Edit');
    const holds = (text: string) =>
      vi.waitFor(async () => expect((await find('Undo', 'role=Edit')).value).toBe(text), soon);
    const press = async (...chords: readonly string[]) => {
      for (const keys of chords) await engine.pressKeys({ keys, window });
    };
    await engine.typeText({ text: 'old', window });
    const link = await GnomeLink.open();
    try {
      await link.tell('lend', { text: '+漢' });
      await press('ctrl+v');
      await holds('old+漢');
      await link.tell('restore');
      await press('ctrl+v', '1');
      await holds('old+漢1');

      await press('ctrl+a', 'ctrl+c', 'End');
      await link.tell('lend', { text: '+lent' });
      await press('ctrl+v');
      await holds('old+漢1+lent');
      await link.tell('restore');
      await press('ctrl+v');
      await holds('old+漢1+lentold+漢1');
    } finally {
      link.close();
    }
  });

  it('shows windows that others cover', async () => {
    const { id: window, bounds } = await bring('notes');
    const alone = await engine.capture({ target: { kind: 'window', window } });
    await bring('Hits');
    const covered = await engine.capture({ target: { kind: 'window', window } });
    expect(covered).toMatchObject({ bounds, note: '' });
    expect(alone.bounds).toEqual(bounds);
  });

  it('outlines a place where it is', async () => {
    await bring('galculator');
    const box = { x: 301, y: 203, width: 80, height: 40 };
    await engine.highlight({ boxes: [{ bounds: box, label: '', line: 'solid' }] });
    const connection = await WaylandConnection.open(process.env['WAYLAND_DISPLAY'] ?? '');
    const link = await GnomeLink.open();
    try {
      const outputs = await Outputs.open(connection);
      const [output] = outputs.list();
      const part = { x: box.x - 1, y: box.y - 1, width: 2, height: 2 };
      const { rgba } = await new GnomePictures(link, outputs).part(output?.object ?? 0, part);
      const pixels = Array.from({ length: 4 }, (_, i) => [...rgba.subarray(i * 4, i * 4 + 3)]);
      // Three of the four lie on the line's corner, the last inside of it.
      const line = [red.r, red.g, red.b];
      expect(pixels.map((pixel) => pixel.every((value, i) => value === line[i]))).toEqual([true, true, true, false]);
    } finally {
      link.close();
      connection.close();
      await engine.highlight({ boxes: [] });
    }
  });

  it('hovers over what is there while somebody picks, and gives back what it took', async () => {
    await bring('galculator');
    const events: PointerEvent[] = [];
    const picking = engine.on('pointer', (event) => events.push(event));
    const seven = await find('galculator', 'role=Button name="7"');
    const at = center(seven.bounds ?? expect.fail('It has no place.'));
    await vi.waitFor(async () => {
      await engine.moveMouse(at);
      const hovered = events.flatMap((event) => (event.type === 'hover' ? (event.hit?.element.name ?? []) : []));
      expect(hovered).toContain('7');
    }, soon);
    picking.dispose();
    await bring('Hits');
    await toggles('Hits', 'role=CheckBox name="One"');
  });

  it('answers no one who does not know its secret', async () => {
    const socket = connect(doorOf(process.env).socket);
    const heard: Buffer[] = [];
    socket.on('data', (chunk) => heard.push(chunk));
    socket.write(`${JSON.stringify({ secret: 'a guess' })}\n${JSON.stringify({ id: 1, ask: 'list', told: {} })}\n`);
    await once(socket, 'close');
    expect(heard).toEqual([]);
    expect(readFileSync(doorOf(process.env).secret, 'utf8')).toMatch(/^[\da-f]{64}$/);
  });

  it('refuses what it cannot be asked', async () => {
    const link = await GnomeLink.open();
    await expect(link.tell('act', { id: 1, act: 'constructor' })).rejects.toThrow('act takes act');
    await expect(link.tell('move', { id: 1, frame: { x: 1 } })).rejects.toThrow('move takes frame');
    await expect(link.tell('eval', {})).rejects.toThrow('cannot be asked');
    await expect(link.tell('act', { id: 0, act: 'close' })).rejects.toMatchObject({ code: 'window_not_found' });
    link.close();
  });

  it('says what to do where the extension does not run', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', temporaryFolder());
    const options = { ownProcessIds: () => new Set<number>(), log: createLog('test') };
    const opening = createBackend('wayland', options);
    await expect(opening).rejects.toMatchObject({
      code: 'unsupported_platform',
      hint: expect.stringContaining('gnome install') as string,
    });
    vi.stubEnv('XDG_RUNTIME_DIR', gnome.env['XDG_RUNTIME_DIR']);
  });

  it('tells at once that its compositor has gone', async () => {
    const other = await startGnome();
    for (const [name, value] of Object.entries(other.env)) vi.stubEnv(name, value);
    await losesItsDesktop(() => other.close());
    for (const [name, value] of Object.entries(gnome.env)) vi.stubEnv(name, value);
  });

  it('tells at once that its extension was removed, of which nothing is left', async () => {
    await losesItsDesktop(async () => {
      expect(await gnome.remove()).toMatchObject({ installed: false, enabled: false });
    });
    const { socket, secret } = doorOf(process.env);
    expect([socket, secret].map((file) => existsSync(file))).toEqual([false, false]);
  });
});
