import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import { openWaylandSession, type WaylandSession } from '../../testing/compositors/wayland-session.ts';

const soon = { timeout: 15_000, interval: 30 };
let session: WaylandSession;

beforeAll(async () => {
  session = await openWaylandSession();
});
afterAll(() => session.close());

const list = async (): Promise<readonly WindowInfo[]> => (await session.engine.listWindows({})).items;

async function xcalc(): Promise<WindowInfo> {
  return vi.waitFor(async () => {
    const window = (await list()).find(({ title }) => title === 'Through X');
    // A list waits only briefly for the toolkit of a new window.
    if (!window?.toolkit) throw new Error('xcalc is not there yet.');
    return window;
  }, soon);
}

const act = async (action: WindowAction) => session.engine.actOnWindow({ window: (await xcalc()).id, action });

it('lists windows that come through XWayland, and no others', async () => {
  const native = session.start('weston-terminal');
  session.start('xcalc', ['-title', 'Through X', '-geometry', '300x400']);
  const window = await xcalc();
  expect(window).toMatchObject({ app: 'xcalc', className: 'XCalc', toolkit: 'xaw', state: 'normal', kind: 'normal' });
  expect([window.contentBounds.width, window.contentBounds.height]).toEqual([300, 400]);
  expect(await list()).toHaveLength(1);
  expect(native.exitCode).toBeNull();
});

it('the desktop reports what is missing, and the doctor reports it first', async () => {
  expect((await session.engine.describe({})).unseen).toEqual({
    message: expect.stringContaining('only windows of apps that run through XWayland') as string,
    fix: expect.stringContaining('GNOME on Xorg') as string,
  });
  const checks = await session.engine.diagnose({});
  expect(checks[0]?.name).toBe('Session type');
  expect(checks.find(({ name }) => name === 'Session type')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('only windows of apps that run through XWayland') as string,
    fix: expect.stringContaining('GDK_BACKEND=x11') as string,
  });
});

it('performs what the compositor supports, and refuses the rest', async () => {
  expect(await act('maximize')).toMatchObject({ state: 'maximized' });
  expect(await act('restore')).toMatchObject({ state: 'normal' });
  expect(await act('fullscreen')).toMatchObject({ state: 'fullscreen' });
  expect(await act('restore')).toMatchObject({ state: 'normal' });
  await expect(act('pinOnTop')).rejects.toMatchObject({ code: 'unsupported_platform', delivery: 'not_delivered' });
  const { id } = await xcalc();
  const resized = await session.engine.moveWindow({ window: id, bounds: { width: 350, height: 450 } });
  expect(resized).toMatchObject({ bounds: { width: 350, height: 450 } });
  const moving = session.engine.moveWindow({ window: id, bounds: { x: 500, y: 300 } });
  await expect(moving).rejects.toMatchObject({ code: 'not_verified', delivery: 'delivered' });
});

it('captures windows, but not the screen', async () => {
  const { id, bounds } = await xcalc();
  const picture = await session.engine.capture({ target: { kind: 'window', window: id } });
  expect(picture.bounds).toEqual(bounds);
  await expect(session.engine.capture({ target: { kind: 'screen' } })).rejects.toMatchObject({
    code: 'unsupported_platform',
    hint: expect.stringContaining('Capture a window') as string,
  });
});

it('a window is closed, and gone', async () => {
  expect(await act('close')).toBeNull();
  expect(await list()).toEqual([]);
});
