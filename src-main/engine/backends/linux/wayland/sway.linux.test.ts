import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { center, contains } from '#contract/model/geometry';
import type { PointerEvent } from '#contract/model/engine';
import { soon } from '../../../testing/outcome.ts';
import { startSway } from '../testing/compositors/sway-session.ts';
import { outputOf } from '../testing/x-display.ts';
import { AppsOnCompositor, become, fields, losesItsDesktop, noise } from './testing/apps-on-compositor.ts';

/** Through protocols that Debian 13's version lacks. */
const { stdout: version } = spawnSync('sway', ['--version'], { encoding: 'utf8' });
const showsWindows = Number(/ 1\.(\d+)/.exec(version)?.[1]) >= 12;

let apps: AppsOnCompositor;

beforeAll(async () => {
  const outputs = [
    { scale: 1.25, at: '0 0' },
    { scale: 2, at: '-640 0' },
  ];
  apps = await AppsOnCompositor.open(await startSway(outputs));
});
afterAll(() => (apps as AppsOnCompositor | undefined)?.close());

it('lists apps of Wayland and of XWayland as sway does, in one stacking order', async () => {
  await apps.bring('Untitled', 0);
  const focused = await apps.bring('galculator', 0);
  const tree = JSON.parse(await outputOf('swaymsg', ['-t', 'get_tree', '-r'], apps.session.env)) as SwayNode;
  const reported = [...floatingIn(tree)].reverse();
  const windows = await apps.list();
  expect(windows.map(({ title, processId }) => [title, processId])).toEqual(
    reported.map(({ name, pid }) => [name, pid]),
  );
  expect(windows.filter(({ active }) => active).map(({ id }) => id)).toEqual([focused.id]);
  expect(windows.map(({ toolkit }) => toolkit).sort()).toEqual(['chromium', 'gtk3', 'gtk3', 'gtk3', 'gtk4']);
});

it('reports the screen pixels of outputs with different scales, including left of the origin', async () => {
  const { monitors } = await apps.engine.describe({});
  expect(monitors.map(({ bounds, scale }) => [bounds.x, bounds.width, bounds.height, scale])).toEqual([
    [0, 1280, 800, 1.25],
    [-1280, 1280, 800, 2],
  ]);
});

it.each([0, 1])('hits what it means on monitor %i', async (monitor) => {
  await apps.hitsOn(monitor);
  const { bounds } = await apps.bring('galculator', monitor);
  const seven = await apps.find('galculator', 'role=Button name="7"');
  const at = center(seven.bounds ?? expect.fail('It has no place.'));
  expect(contains(bounds, at)).toBe(true);
  expect((await apps.engine.elementAt(at))?.element.name).toBe('7');
  // On the second monitor it covers windows of the first.
  await apps.bring('Hits', 0);
});

it.each([['XWayland', 'Untitled', 'role=Edit'], ...fields] as const)(
  'types any character into apps of %s, and reads it back',
  (_, title, selector) => apps.types(title, selector),
);

it('pastes what Chromium ignores as keys, and restores the clipboard', async () => {
  const editor = await apps.enter('Undo', 'role=Edit');
  await apps.engine.typeText({ text: 'kept', window: editor.id });
  for (const keys of ['ctrl+a', 'ctrl+c']) await apps.engine.pressKeys({ keys, window: editor.id });
  const { id: window } = await apps.enter('Hits', 'role=Edit nth=1');
  expect(await apps.engine.typeText({ text: 'a🙂🙂b', window })).toEqual({ unread: false });
  const pasted = await apps.enter('Undo', 'role=Edit');
  await apps.engine.pressKeys({ keys: 'ctrl+v', repeat: 2, window: pasted.id });
  await vi.waitFor(async () => expect((await apps.find('Undo', 'role=Edit')).value).toBe('keptkept'), soon);
});

it("reports the keys that sway's configuration binds", async () => {
  const keys = ['ctrl+alt+k', 'ctrl+alt+shift+k', 'ctrl+alt+j', 'ctrl+s', 'F9', 'F8', 'alt+7', 'alt+8'];
  expect(await apps.engine.desktopKeys({ keys })).toEqual(['ctrl+alt+k', 'ctrl+shift+alt+k', 'F9', 'alt+7']);
});

it('reports typed text that cannot be read back', async () => {
  const { id: window } = await apps.bring('galculator', 0);
  await apps.engine.focusElement({ element: (await apps.find('galculator', 'role=Button name="7"')).id });
  expect(await apps.engine.typeText({ text: ' ', window })).toEqual({ unread: true });
});

it.each([0, 1])('hits the entry of a menu of GTK 3 on monitor %i, though sway reports none', (monitor) =>
  apps.opensDialogByMenu('notes', monitor),
);

it('reports at once that an app exited', async () => {
  const app = apps.start('gtk3-demo-application');
  const { id: window } = await vi.waitFor(async () => {
    const found = (await apps.list()).find(({ title }) => title.includes('Application Class'));
    return found ?? expect.fail('It is not there yet.');
  }, soon);
  await apps.engine.tree({ window });
  const answered = apps.engine.tree({ window }, { timeoutMs: 20_000 }).then(
    () => 'read',
    (error: unknown) => (error as { code?: unknown }).code,
  );
  app.kill('SIGKILL');
  // The app's elements disappear before the window system notices.
  expect(['read', 'element_stale', 'window_not_found']).toContain(await answered);
  await vi.waitFor(async () => expect((await apps.list()).map(({ id }) => id)).not.toContain(window), soon);
  for (const asked of [apps.engine.tree({ window }), apps.engine.typeText({ text: 'a', window })])
    await expect(asked).rejects.toMatchObject({ code: 'window_not_found' });
});

it('moves a window to the desktop of the other monitor, and back', async () => {
  const { id, desktop: own } = await apps.bring('galculator', 0);
  expect((await apps.engine.describe({})).desktops.count).toBe(2);
  // Sway decides which of the two is on which monitor.
  for (const [desktop, monitor] of [
    [own === 0 ? 1 : 0, 1],
    [own ?? 0, 0],
  ] as const) {
    expect(await apps.engine.moveToDesktop({ window: id, desktop })).toMatchObject({ desktop });
    await vi.waitFor(
      async () => expect((await apps.list()).find((each) => each.id === id)?.monitor).toBe(monitor),
      soon,
    );
  }
});

it.each([0, 1])('outlines a place where it is, on monitor %i', (monitor) => apps.outlines(monitor));

it('hovers over what is there while somebody picks', async () => {
  await apps.bring('galculator', 0);
  const events: PointerEvent[] = [];
  const picking = apps.engine.on('pointer', (event) => events.push(event));
  const seven = await apps.find('galculator', 'role=Button name="7"');
  const at = center(seven.bounds ?? expect.fail('It has no place.'));
  await vi.waitFor(async () => {
    await apps.engine.moveMouse(at);
    const hovered = events.flatMap((event) => (event.type === 'hover' ? (event.hit?.element.name ?? []) : []));
    expect(hovered).toContain('7');
  }, soon);
  picking.dispose();
  // The grab is released, and the compositor still responds.
  for (let i = 0; i < 3; i++) await apps.engine.moveMouse(at);
});

it.runIf(showsWindows)('shows a window that another covers, without its frame', async () => {
  const own = await AppsOnCompositor.open(await startSway());
  try {
    own.start('python3', ['-c', noise]);
    await vi.waitFor(async () => expect((await own.list()).some(({ title }) => title === 'Noise')).toBe(true), soon);
    const { id: window, contentBounds } = await own.bring('Noise');
    await own.bring('Hits');
    const covered = await own.engine.capture({ target: { kind: 'window', window } });
    expect(covered).toMatchObject({
      bounds: contentBounds,
      note: expect.stringContaining('Without the frame') as string,
    });
    const seen = await own.engine.capture({ target: { kind: 'region', region: contentBounds } });
    expect(covered.bytes.length).toBeGreaterThan(1.5 * seen.bytes.length);
  } finally {
    await own.close();
    become(apps.session);
  }
});

it('reports at once that its compositor exited', async () => {
  const other = await startSway();
  become(other);
  await losesItsDesktop(() => other.close());
  become(apps.session);
});

interface SwayNode {
  readonly name: string;
  readonly pid?: number;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
}

/** Bottommost first, as sway reports. */
function floatingIn({ nodes, floating_nodes: floating }: SwayNode): readonly SwayNode[] {
  return [...nodes.flatMap(floatingIn), ...floating];
}
