import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { center, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { drag, inWords, press, recorded, replayed, xdotool } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

async function start(command: string, args: readonly string[] = []): Promise<void> {
  app = await liveApp(command, args);
}

/** The app's own window; null if it is gone. */
async function window(): Promise<WindowInfo | null> {
  const { items } = await app.engine.listWindows({});
  return items.find(({ processId, kind }) => processId === app.processId && kind === 'normal') ?? null;
}

async function mine(): Promise<WindowInfo> {
  const found = await window();
  if (!found) throw new Error('The app has no window.');
  return found;
}

/** A point in the frame: openbox has its buttons at the right end of the bar, with close as the last. */
const closeButton = ({ bounds, contentBounds }: WindowInfo): Point => ({
  x: bounds.x + bounds.width - 12,
  y: Math.round((bounds.y + contentBounds.y) / 2),
});
const maximizeButton = (it: WindowInfo): Point => ({ ...closeButton(it), x: closeButton(it).x - 18 });
const minimizeButton = (it: WindowInfo): Point => ({ ...closeButton(it), x: closeButton(it).x - 36 });
const title = (it: WindowInfo): Point => ({ x: it.bounds.x + 90, y: closeButton(it).y });

const dragBy = (from: Point, { x, y }: Point) => drag(from, { x: from.x + x, y: from.y + y });

test('buttons, title and border of the frame are acts on the window, and are replayed', async () => {
  await start('galculator');
  await app.element('role=Button name="7"');
  const before = await mine();
  const steps = await recorded(
    app.engine,
    async () => press(maximizeButton(await mine())),
    async () => press(title(await mine()), { count: 2 }),
    async () => dragBy(title(await mine()), { x: 60, y: 40 }),
    async () => dragBy(title(await mine()), { x: 10, y: 20 }),
    async () => press(minimizeButton(await mine())),
  );
  const { x, y } = before.bounds;
  expect(inWords(steps)).toEqual([
    'Maximise the window',
    'Restore the window',
    `Move the window to ${x + 70}, ${y + 60}`,
    'Minimise the window',
  ]);
  expect((await mine()).state).toBe('minimized');
  await app.engine.actOnWindow({ window: before.id, action: 'focus' });
  await app.engine.moveWindow({ window: before.id, bounds: before.bounds });
  expect(await replayed(app.engine, steps.slice(0, -1))).toEqual(['passed', 'passed', 'passed']);
  expect(await mine()).toMatchObject({ state: 'normal', bounds: { x: x + 70, y: y + 60 } });
  expect(await replayed(app.engine, steps.slice(-1))).toEqual(['passed']);
  expect((await mine()).state).toBe('minimized');
});

test('a dragged border resizes, and a window that asks first still closes', async () => {
  await start('mousepad', ['--disable-server', `/tmp/deskscope-${randomUUID()}.txt`]);
  await app.element('role=Edit');
  const { bounds } = await mine();
  const corner = { x: bounds.x + bounds.width - 2, y: bounds.y + bounds.height - 2 };
  const steps = await recorded(
    app.engine,
    () => dragBy(corner, { x: 50, y: 30 }),
    () => xdotool('type', '--delay', 20, 'never saved'),
    async () => press(closeButton(await mine())),
  );
  const { width, height } = (await mine()).bounds;
  expect([width, height]).not.toEqual([bounds.width, bounds.height]);
  expect(inWords(steps)).toEqual([
    `Resize the window to ${width} × ${height}`,
    expect.stringMatching(/^Set Edit.* to “never saved”$/),
    'Close the window',
  ]);
  expect(steps.at(-1)?.expected).toEqual([expect.objectContaining({ type: 'windowOpens' })]);
  await xdotool('key', 'Escape');
  await app.engine.moveWindow({ window: (await mine()).id, bounds });
  expect(await replayed(app.engine, steps)).toEqual(steps.map(() => 'passed'));
  expect((await mine()).bounds).toMatchObject({ width, height });
});

const ownBar = (version: string) => `
import gi
gi.require_version('Gtk', '${version}')
from gi.repository import GLib, Gtk
window, bar = Gtk.Window(title='Bar'), Gtk.HeaderBar()
bar.set_decoration_layout(':minimize,maximize,close')
cancel = Gtk.Button(label='Cancel')
cancel.connect('clicked', lambda _: window.close())
bar.pack_end(cancel)
window.set_titlebar(bar)
window.set_default_size(500, 300)
if hasattr(bar, 'set_show_close_button'): bar.set_show_close_button(True)
if hasattr(window, 'show_all'): window.show_all()
else: window.present()
loop = GLib.MainLoop()
window.connect('destroy', lambda _: loop.quit())
loop.run()
`;

test.each(['3.0', '4.0'])(
  'so are the buttons of a title bar drawn by GTK %s, but not its other buttons',
  async (version) => {
    await start(python, ['-c', ownBar(version)]);
    await app.element('role=Button name="Cancel"');
    const before = await mine();
    const button = async (name: string) => center((await app.element(`role=Button name="${name}"`)).bounds!);
    const steps = await recorded(
      app.engine,
      async () => press(await button('Maximize')),
      async () => press({ x: (await mine()).bounds.x + 60, y: (await mine()).bounds.y + 20 }, { count: 2 }),
      async () => dragBy({ x: before.bounds.x + 60, y: before.bounds.y + 20 }, { x: 30, y: 50 }),
      async () => press(await button('Close')),
    );
    await vi.waitFor(async () => expect(await window()).toBeNull(), soon);
    const { x, y } = before.bounds;
    expect(inWords(steps)).toEqual([
      'Maximise the window',
      'Restore the window',
      `Move the window to ${x + 30}, ${y + 50}`,
      'Close the window',
    ]);
    await app.end();
    await start(python, ['-c', ownBar(version)]);
    await app.element('role=Button name="Cancel"');
    expect(await replayed(app.engine, steps)).toEqual(steps.map(() => 'passed'));
    expect(await window()).toBeNull();
    await app.end();
    await start(python, ['-c', ownBar(version)]);
    expect(inWords(await recorded(app.engine, async () => press(await button('Cancel'))))).toEqual([
      'Click Button “Cancel”',
    ]);
  },
);
