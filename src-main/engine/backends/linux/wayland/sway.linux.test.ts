import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { center, contains } from '#contract/model/geometry';
import type { PointerEvent } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/window';
import { createBackend } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../local-engine.ts';
import { chromiumFlags } from '../../../testing/chromium-flags.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { end } from '../../../testing/programs.ts';
import { soon } from '../../../testing/soon.ts';
import { red } from '../../../outline/label.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { startSway, type SwaySession } from '../testing/sway-session.ts';
import { outputOf } from '../testing/x-display.ts';
import { Layout } from './layout.ts';
import { WaylandConnection } from './wire/connection.ts';
import { Outputs } from './wire/outputs.ts';
import { Screencopy } from './wlroots/screencopy.ts';

const sample = 'é ß 漢字 Ω я 🙂';
const page =
  '<!doctype html><meta charset="utf-8"><title>Hits</title>' +
  '<p><label><input type="checkbox">One</label> <label><input type="checkbox">Two</label><p><textarea></textarea>';

let sway: SwaySession;
let engine: Engine;
const apps: ChildProcess[] = [];

beforeAll(async () => {
  sway = await startSway([
    { scale: 1.25, at: '0 0' },
    { scale: 2, at: '-640 0' },
  ]);
  for (const [name, value] of Object.entries(sway.env)) vi.stubEnv(name, value);
  const folder = temporaryFolder();
  const file = join(folder, 'page.html');
  writeFileSync(file, page);
  const start = (command: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
    apps.push(spawn(command, [...args], { stdio: 'ignore', env: { ...sway.env, ...env } }));
  start('galculator');
  start('gtk4-demo', ['--run=textundo']);
  start('mousepad', ['--disable-server'], { GDK_BACKEND: 'x11' });
  const notes = join(folder, 'notes.txt');
  writeFileSync(notes, '');
  start('mousepad', ['--disable-server', notes]);
  start('chromium', [
    ...chromiumFlags,
    '--disable-gpu',
    '--force-renderer-accessibility',
    '--ozone-platform=wayland',
    `--user-data-dir=${folder}`,
    `--app=file://${file}`,
  ]);
  engine = await createLocalEngine({
    log: createLog('test'),
    backend: (options) => createBackend('wayland', options),
  });
  await vi.waitFor(async () => expect(await list()).toHaveLength(5), soon);
});
afterAll(async () => {
  // Where it did not start, the compositor ends all the same.
  await (engine as Engine | undefined)?.close();
  await Promise.all(apps.map(end));
  await sway.close();
  vi.unstubAllEnvs();
});

const list = async (): Promise<readonly WindowInfo[]> => (await engine.listWindows({})).items;
/** `elementOf` asks no more of a desk. */
const desk = () => ({ engine }) as Desk;
const find = (title: string, selector: string) => vi.waitFor(() => elementOf(desk(), { title, selector }), soon);
const statesOf = async (title: string, selector: string) => (await elementOf(desk(), { title, selector })).states;

async function bring(title: string, monitor: number): Promise<WindowInfo> {
  const { id } = (await list()).find((window) => window.title.includes(title)) ?? expect.fail(`There is no ${title}.`);
  const { bounds } = (await engine.describe({})).monitors[monitor] ?? expect.fail('There is no such monitor.');
  await engine.actOnWindow({ window: id, action: 'focus' });
  return engine.moveWindow({ window: id, bounds: { x: bounds.x + 20, y: bounds.y + 20 } });
}

async function click(title: string, selector: string): Promise<void> {
  const { bounds } = await find(title, selector);
  await engine.click({ at: center(bounds ?? expect.fail(`${selector} has no place.`)), button: 'left', count: 1 });
}

it('lists apps of Wayland and of XWayland as sway does, in one stacking order', async () => {
  await bring('Untitled', 0);
  const focused = await bring('galculator', 0);
  const tree = JSON.parse(await outputOf('swaymsg', ['-t', 'get_tree', '-r'], sway.env)) as SwayTold;
  const told = [...floatingIn(tree)].reverse();
  const windows = await list();
  expect(windows.map(({ title, processId }) => [title, processId])).toEqual(told.map(({ name, pid }) => [name, pid]));
  expect(windows.filter(({ active }) => active).map(({ id }) => id)).toEqual([focused.id]);
  expect(windows.map(({ toolkit }) => toolkit).sort()).toEqual(['chromium', 'gtk3', 'gtk3', 'gtk3', 'gtk4']);
});

it('tells the screen pixels of outputs of different scales, left of the origin too', async () => {
  const { monitors } = await engine.describe({});
  expect(monitors.map(({ bounds, scale }) => [bounds.x, bounds.width, bounds.height, scale])).toEqual([
    [0, 1280, 800, 1.25],
    [-1280, 1280, 800, 2],
  ]);
});

it.each([0, 1])('hits what it means on monitor %i', async (monitor) => {
  const { bounds } = await bring('galculator', monitor);
  for (const name of ['7', '*', '6', '=']) await click('galculator', `role=Button name="${name}"`);
  await vi.waitFor(async () => expect((await find('galculator', 'role=Edit nth=0')).value).toContain('42'), soon);
  const seven = await find('galculator', 'role=Button name="7"');
  const at = center(seven.bounds ?? expect.fail('It has no place.'));
  expect(contains(bounds, at)).toBe(true);
  expect((await engine.elementAt(at))?.element.name).toBe('7');

  await bring('Hits', monitor);
  for (const name of ['One', 'Two']) {
    const selector = `role=CheckBox name="${name}"`;
    const wasChecked = (await statesOf('Hits', selector)).includes('checked');
    await click('Hits', selector);
    const isChecked = async () => (await statesOf('Hits', selector)).includes('checked');
    await vi.waitFor(async () => expect(await isChecked()).toBe(!wasChecked), soon);
  }
  // It is larger than the second monitor, and from there lies over windows of the first.
  await bring('Hits', 0);
});

/** Brings the focus into a field, and chooses all that is in it. */
async function enter(title: string, selector: string): Promise<WindowInfo> {
  const window = await bring(title, 0);
  await click(title, selector);
  const focused = async () => (await statesOf(title, selector)).includes('focused');
  await vi.waitFor(async () => expect(await focused()).toBe(true), soon);
  await engine.pressKeys({ keys: 'ctrl+a', window: window.id });
  return window;
}

it.each([
  ['XWayland', 'Untitled', 'role=Edit'],
  ['GTK 3', 'notes', 'role=Edit'],
  ['GTK 4', 'Undo', 'role=Edit'],
  ['Chromium', 'Hits', 'role=Edit nth=1'],
] as const)('types any character into apps of %s, and reads it back', async (_, title, selector) => {
  const { id: window } = await enter(title, selector);
  expect(await engine.typeText({ text: sample, window })).toEqual({ unread: false });
  expect((await find(title, selector)).value).toBe(sample);
});

it('pastes what Chromium takes from no key, and leaves the clipboard as it was', async () => {
  const editor = await enter('Undo', 'role=Edit');
  await engine.typeText({ text: 'kept', window: editor.id });
  for (const keys of ['ctrl+a', 'ctrl+c']) await engine.pressKeys({ keys, window: editor.id });
  const { id: window } = await enter('Hits', 'role=Edit nth=1');
  expect(await engine.typeText({ text: 'a🙂🙂b', window })).toEqual({ unread: false });
  const pasted = await enter('Undo', 'role=Edit');
  await engine.pressKeys({ keys: 'ctrl+v', repeat: 2, window: pasted.id });
  await vi.waitFor(async () => expect((await find('Undo', 'role=Edit')).value).toBe('keptkept'), soon);
});

it('says so where nobody can read what was typed', async () => {
  const { id: window } = await bring('galculator', 0);
  await engine.focusElement({ element: (await find('galculator', 'role=Button name="7"')).id });
  expect(await engine.typeText({ text: ' ', window })).toEqual({ unread: true });
});

it('gives what is in a menu no place, since sway tells of none', async () => {
  const { id: window } = await bring('notes', 0);
  const entry = 'role=MenuItem name~="Save As"';
  await engine.pressKeys({ keys: 'alt+f', window });
  await vi.waitFor(async () => expect(await statesOf('notes', entry)).not.toContain('offscreen'), soon);
  expect(await find('notes', entry)).toMatchObject({ bounds: null });
  expect((await find('notes', 'role=Menu name="File"')).bounds).not.toBeNull();
  await engine.pressKeys({ keys: 'Escape', repeat: 2, window });
});

it('tells at once that an app has died', async () => {
  const app = spawn('gtk3-demo-application', [], { stdio: 'ignore', env: sway.env });
  apps.push(app);
  const { id: window } = await vi.waitFor(async () => {
    const found = (await list()).find(({ title }) => title.includes('Application Class'));
    return found ?? expect.fail('It is not there yet.');
  }, soon);
  await engine.tree({ window });
  const answered = engine.tree({ window }, { timeoutMs: 20_000 }).then(
    () => 'read',
    (error: unknown) => (error as { code?: unknown }).code,
  );
  app.kill('SIGKILL');
  // Before the window system hears of it, the app's elements are gone.
  expect(['read', 'element_stale', 'window_not_found']).toContain(await answered);
  await vi.waitFor(async () => expect((await list()).map(({ id }) => id)).not.toContain(window), soon);
  for (const asked of [engine.tree({ window }), engine.typeText({ text: 'a', window })])
    await expect(asked).rejects.toMatchObject({ code: 'window_not_found' });
});

it('moves a window to the desktop of the other monitor, and back', async () => {
  const { id } = await bring('galculator', 0);
  expect((await engine.describe({})).desktops.count).toBe(2);
  for (const desktop of [1, 0]) {
    expect(await engine.moveToDesktop({ window: id, desktop })).toMatchObject({ desktop });
    await vi.waitFor(async () => expect((await list()).find((each) => each.id === id)?.monitor).toBe(desktop), soon);
  }
});

it.each([0, 1])('outlines a place where it is, on monitor %i', async (monitor) => {
  const { bounds } = await bring('galculator', monitor);
  const box = { x: bounds.x + 41, y: bounds.y + 63, width: 80, height: 40 };
  await engine.highlight({ boxes: [{ bounds: box, label: '', line: 'solid' }] });
  const connection = await WaylandConnection.open(process.env['WAYLAND_DISPLAY'] ?? '');
  try {
    const outputs = await Outputs.open(connection);
    const output = new Layout(outputs.list()).outputs[monitor] ?? expect.fail('There is no such output.');
    const at = { x: box.x - output.bounds.x - 1, y: box.y - output.bounds.y - 1 };
    const { rgba } = await new Screencopy(connection, outputs).part(output.object, { ...at, width: 2, height: 2 });
    const pixels = Array.from({ length: 4 }, (_, i) => [...rgba.subarray(i * 4, i * 4 + 3)]);
    // Three of the four lie on the line's corner, the last inside of it.
    const line = [red.r, red.g, red.b];
    expect(pixels.map((pixel) => pixel.every((value, i) => value === line[i]))).toEqual([true, true, true, false]);
  } finally {
    connection.close();
    await engine.highlight({ boxes: [] });
  }
});

it('hovers over what is there while somebody picks', async () => {
  await bring('galculator', 0);
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
  // What was taken is given back, and the compositor goes on listening.
  for (let i = 0; i < 3; i++) await engine.moveMouse(at);
});

it('tells at once that its compositor has gone', async () => {
  const other = await startSway();
  for (const [name, value] of Object.entries(other.env)) vi.stubEnv(name, value);
  let lost = 0;
  const backend = await createBackend('wayland', {
    ownProcessIds: () => new Set(),
    log: createLog('test'),
    lost: () => lost++,
  });
  await other.close();
  await vi.waitFor(() => expect(lost).toBe(1), soon);
  await expect(backend.windows.list({ all: true })).rejects.toMatchObject({ code: 'display_unavailable' });
  await expect(backend.input.move({ x: 5, y: 5 })).rejects.toMatchObject({ code: 'display_unavailable' });
  await backend.close();
});

interface SwayTold {
  readonly name: string;
  readonly pid?: number;
  readonly nodes: readonly SwayTold[];
  readonly floating_nodes: readonly SwayTold[];
}

/** Undermost first, as sway tells. */
function floatingIn({ nodes, floating_nodes: floating }: SwayTold): readonly SwayTold[] {
  return [...nodes.flatMap(floatingIn), ...floating];
}
