import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import { applyDiff, type Diff, type Snapshot } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import { sleep } from '../../../../../base/async/deadline.ts';
import { end } from '../../../../testing/programs.ts';
import { openXDisplay, type XDisplay } from '../../testing/x-display.ts';
import { XConnection } from '../display/connection.ts';
import { formatWindowId } from '../display/ids.ts';
import { ServerClock } from '../display/server-clock.ts';
import { LiveWindows } from './live-windows.ts';

const soon = { timeout: 15_000, interval: 30 };
let desk: XDisplay;

beforeAll(async () => {
  desk = await openXDisplay('openbox');
});
afterAll(() => desk.close());

const list = async (): Promise<readonly WindowInfo[]> => (await desk.engine.listWindows({ includeHidden: true })).items;

function titled(title: string): Promise<WindowInfo> {
  return vi.waitFor(async () => {
    const window = (await list()).find((each) => each.title === title);
    if (!window) throw new Error(`There is no window ${title}.`);
    return window;
  }, soon);
}

/** Unmapped windows of another connection. */
async function createMany(x: XConnection, count: number): Promise<readonly number[]> {
  const title = await x.atom('WM_NAME');
  const text = await x.atom('STRING');
  return Array.from({ length: count }, (_, i) => {
    const id = x.client.AllocID();
    x.client.CreateWindow(id, x.root, 10 * i, 10 * i, 100, 80, 0, 0, 1, 0, {});
    x.client.ChangeProperty(0, id, title, text, 8, `Many ${i}`);
    return id;
  });
}

/** They open and close faster than any program's. */
async function openMany(x: XConnection, count: number): Promise<readonly number[]> {
  const windows = await createMany(x, count);
  for (const id of windows) x.client.MapWindow(id);
  return windows;
}

it('reads titles that programs write as COMPOUND_TEXT', async () => {
  const title = '日本語 – שלום';
  const terminal = desk.start('xterm', ['-title', title, '-e', 'sleep', '60'], { LC_ALL: 'C.UTF-8' });
  const { id } = await titled(title);
  expect(await desk.output('xprop', ['-id', id, 'WM_NAME', '_NET_WM_NAME'])).toMatch(
    /COMPOUND_TEXT(.|\n)*_NET_WM_NAME: +not found/,
  );
  await end(terminal);
});

it('misses none of many windows that open and close fast, and reports all of them in diffs', async () => {
  const x = await XConnection.open(desk.env['DISPLAY'] ?? '');
  const before = await desk.engine.listWindows({});
  const diffs: Diff<WindowInfo>[] = [];
  const subscription = desk.engine.on('windows', (diff) => diffs.push(diff));
  for (let round = 0; round < 3; round++) {
    const ids = await openMany(x, 50);
    await x.sync();
    for (const id of ids) x.client.DestroyWindow(id);
    await x.sync();
  }
  const left = (await openMany(x, 50)).map(formatWindowId);
  await vi.waitFor(
    async () => expect((await list()).map((window) => window.id).sort()).toEqual([...left].sort()),
    soon,
  );
  const { 1: managed = '' } = /#(.*)/.exec(await desk.output('xprop', ['-root', '_NET_CLIENT_LIST_STACKING'])) ?? [];
  expect((await list()).map((window) => window.id)).toEqual(managed.trim().split(', ').reverse());
  const after = await desk.engine.listWindows({});
  await vi.waitFor(() => expect(replay(before, diffs)).toEqual(after), soon);
  x.close();
  await vi.waitFor(async () => expect(await list()).toEqual([]), soon);
  subscription.dispose();
});

function replay(before: Snapshot<WindowInfo>, diffs: readonly Diff<WindowInfo>[]) {
  return diffs
    .filter((diff) => diff.sequence > before.sequence)
    .reduce<Snapshot<WindowInfo> | null>((now, diff) => now && applyDiff(now, diff), before);
}

it('reports a change at the next read, without delay', async () => {
  desk.start('xedit', ['-title', 'Before']);
  const { id, bounds } = await titled('Before');
  await desk.output('xdotool', ['set_window', '--name', 'After', id]);
  expect((await list()).find((window) => window.id === id)?.title).toBe('After');
  await desk.engine.moveWindow({ window: id, bounds: { x: bounds.x + 40 } });
  await desk.output('xdotool', ['windowsize', '--sync', id, '400', '300']);
  const { contentBounds } = await titled('After');
  expect([contentBounds.width, contentBounds.height]).toEqual([400, 300]);
});

it('reports attention requests, modality and fixed size', async () => {
  const { id: owner } = await titled('After');
  const x = await XConnection.open(desk.env['DISPLAY'] ?? '');
  const [dialog = 0] = await createMany(x, 1);
  const set = async (name: string, type: string, values: readonly number[]) => {
    const data = Buffer.alloc(values.length * 4);
    values.forEach((value, i) => data.writeUInt32LE(value, i * 4));
    x.client.ChangeProperty(0, dialog, await x.atom(name), await x.atom(type), 32, data);
  };
  await set('WM_TRANSIENT_FOR', 'WINDOW', [Number(owner)]);
  const [bothSizes, unused] = [0x30, [0, 0, 0, 0]] as const;
  await set('WM_NORMAL_HINTS', 'WM_SIZE_HINTS', [bothSizes, ...unused, 100, 80, 100, 80]);
  await set('WM_HINTS', 'WM_HINTS', [0x100]);
  await set('_NET_WM_STATE', 'ATOM', [await x.atom('_NET_WM_STATE_MODAL')]);
  // A client may set the state only of an unmapped window: EWMH, _NET_WM_STATE.
  x.client.MapWindow(dialog);
  await x.sync();
  const reported = { owner, kind: 'dialog', modal: true, resizable: false, demandsAttention: true };
  await vi.waitFor(async () => expect(await titled('Many 0')).toMatchObject(reported), soon);
  x.close();
});

// Only root can change its user.
it.runIf(process.getuid?.() === 0)('lists windows of other users only on request, and acts on none', async () => {
  await desk.output('xhost', ['+si:localuser:nobody']);
  const foreign = desk.start('setpriv', ['--reuid', 'nobody', '--clear-groups', 'xcalc', '-title', 'Foreign'], {
    HOME: '/tmp',
  });
  const own = desk.start('xcalc', ['-title', 'Own']);
  await titled('Own');
  await vi.waitFor(async () => expect(await desk.output('xwininfo', ['-root', '-tree'])).toContain('"Foreign"'), soon);
  await vi.waitFor(async () => expect(await managedTitles()).toContain('Foreign'), soon);
  expect((await desk.engine.listWindows({})).items.map((window) => window.title)).not.toContain('Foreign');
  const window = await titled('Foreign');
  expect(window).toMatchObject({ foreign: true, app: 'xcalc', processId: foreign.pid });
  const at = center(window.bounds);
  const refused = expect.objectContaining({ code: 'elevated_target', delivery: 'not_delivered' }) as unknown;
  await desk.engine.actOnWindow({ window: (await titled('Own')).id, action: 'minimize' });
  await expect(desk.engine.tree({ window: window.id })).rejects.toMatchObject({ code: 'elevated_target' });
  await expect(desk.engine.actOnWindow({ window: window.id, action: 'close' })).rejects.toEqual(refused);
  await expect(desk.engine.click({ at, button: 'left', count: 1 })).rejects.toEqual(refused);
  await Promise.all([end(foreign), end(own)]);
});

it('names no process of another machine', async () => {
  const app = desk.start('xcalc', ['-title', 'Own']);
  const { id } = await titled('Own');
  expect(await titled('Own')).toMatchObject({ processId: app.pid, app: 'xcalc' });
  await desk.output('xprop', ['-id', id, '-f', 'WM_CLIENT_MACHINE', '8s', '-set', 'WM_CLIENT_MACHINE', 'elsewhere']);
  expect(await titled('Own')).toMatchObject({ processId: 0, app: '', toolkit: '' });
});

async function managedTitles(): Promise<readonly string[]> {
  const ids = (await desk.output('xprop', ['-root', '_NET_CLIENT_LIST'])).match(/0x[0-9a-f]+/g) ?? [];
  return Promise.all(
    ids.map(async (id) => /"(.*)"/.exec(await desk.output('xprop', ['-id', id, 'WM_NAME']))?.[1] ?? ''),
  );
}

it('without a manager, visible windows are listed, and manager actions are refused', async () => {
  const bare = await openXDisplay(null);
  try {
    bare.start('xcalc', ['-title', 'Alone', '-geometry', '+70+80']);
    const windows = () => bare.engine.listWindows({});
    await vi.waitFor(
      async () => expect((await windows()).items.map((window) => window.title)).toEqual(['Alone']),
      soon,
    );
    const [window] = (await windows()).items;
    expect(window).toMatchObject({ app: 'xcalc', state: 'normal', bounds: { x: 70, y: 80 } });
    for (const action of ['focus', 'minimize', 'close'] as const) {
      const refused = bare.engine.actOnWindow({ window: window!.id, action });
      await expect(refused).rejects.toMatchObject({ code: 'unsupported_platform', delivery: 'not_delivered' });
    }
  } finally {
    await bare.close();
  }
});

it('finds the windows within the frames of a manager without a list', async () => {
  const old = await openXDisplay(null);
  try {
    const settings = join(old.env['XDG_CONFIG_HOME'] ?? '', 'twmrc');
    const fonts = ['Title', 'Menu', 'Icon', 'Resize', 'IconManager'].map((part) => `${part}Font "fixed"`);
    // Otherwise windows wait for manual placement, and fonts are requested that only some servers have.
    writeFileSync(settings, ['RandomPlacement', ...fonts, ''].join('\n'));
    old.start('twm', ['-f', settings], { LC_ALL: 'C' });
    const windows = async () => (await old.engine.listWindows({})).items;
    const { pid } = old.start('xcalc', ['-title', 'Framed', '-geometry', '300x400+70+80']);
    await vi.waitFor(async () => expect(await parentOf(old, 'Framed')).not.toBe('root'), soon);
    const [window] = await windows();
    expect(window).toMatchObject({ title: 'Framed', processId: pid, contentBounds: { width: 300, height: 400 } });
    expect(window?.contentBounds).toMatchObject(await placeOf(old, window!.id));
    await expect(old.engine.actOnWindow({ window: window!.id, action: 'focus' })).rejects.toMatchObject({
      code: 'unsupported_platform',
      message: expect.stringContaining('EWMH') as string,
    });
    await old.output('xdotool', ['windowunmap', '--sync', window!.id]);
    await vi.waitFor(async () => expect(await windows()).toEqual([]), soon);
  } finally {
    await old.close();
  }
});

async function parentOf(desk: XDisplay, title: string): Promise<string> {
  const text = await desk.output('xwininfo', ['-name', title, '-tree']);
  const [root, parent] = ['Root', 'Parent'].map((which) => new RegExp(`${which} window id: (\\S+)`).exec(text)?.[1]);
  return parent === root ? 'root' : (parent ?? '');
}

/** As reported by xwininfo. */
async function placeOf(desk: XDisplay, id: string) {
  const text = await desk.output('xwininfo', ['-id', id]);
  const number = (what: string) => Number(new RegExp(`${what}: +(-?\\d+)`).exec(text)?.[1]);
  return { x: number('Absolute upper-left X'), y: number('Absolute upper-left Y') };
}

it('concurrent first reads return the same', async () => {
  const app = desk.start('xcalc', ['-title', 'There']);
  await titled('There');
  const x = await XConnection.open(desk.env['DISPLAY'] ?? '');
  const live = new LiveWindows(x, new ServerClock());
  const titles = async () => (await live.read()).windows.map(({ facts }) => facts.oldTitle);
  const looks = [titles(), titles()];
  await x.sync();
  looks.push(titles(), titles());
  for (const seen of await Promise.all(looks)) expect(seen).toContain('There');
  live.dispose();
  x.close();
  await end(app);
});

it('reports since when a window is active, however late that is read', async () => {
  const x = await XConnection.open(desk.env['DISPLAY'] ?? '');
  const live = new LiveWindows(x, new ServerClock());
  await live.read();
  const before = performance.now();
  const app = desk.start('xcalc', ['-title', 'In front']);
  await vi.waitFor(async () => expect(await titled('In front')).toMatchObject({ active: true }), soon);
  const after = performance.now();
  await sleep(300);
  await x.sync();
  expect(live.activeSince).toBeGreaterThan(before);
  expect(live.activeSince).toBeLessThan(after);
  live.dispose();
  x.close();
  await end(app);
});

it('a first read without an answer does not affect later ones', async () => {
  const bare = await openXDisplay(null);
  try {
    const { pid } = bare.start('xcalc', ['-title', 'Alone']);
    await vi.waitFor(async () => expect(await bare.output('xwininfo', ['-root', '-tree'])).toContain('"Alone"'), soon);
    bare.server.kill('SIGSTOP');
    await expect(bare.engine.listWindows({})).rejects.toMatchObject({ code: 'display_unavailable' });
    bare.server.kill('SIGCONT');
    const { items } = await bare.engine.listWindows({});
    expect(items).toMatchObject([{ title: 'Alone', app: 'xcalc', processId: pid }]);
  } finally {
    bare.server.kill('SIGCONT');
    await bare.close();
  }
});
