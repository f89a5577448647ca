import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WireError } from '#contract/errors';
import { until } from '../../../engine/backends/linux/testing/apps/target-app.ts';
import { end } from '../../../engine/testing/programs.ts';
import { openXDisplay, outputOf } from '../../../engine/backends/linux/testing/x-display.ts';
import { createDesktopBench, type DesktopBench } from '../../testing/desktop-bench.ts';
import { createHttpBench, token } from '../../../mcp/testing/http-bench.ts';
import type { WindowFacts } from './window-facts.ts';

let bench: DesktopBench;
const profile = mkdtempSync(path.join(tmpdir(), 'deskscope-layouts-'));

beforeAll(async () => {
  bench = await createDesktopBench({ profile, policyMode: 'all' });
  await launch('xcalc', '-title', 'Same', '-geometry', '220x300+100+100');
  bench.desktop.start('xcalc', ['-title', 'Same', '-geometry', '220x300+500+100']);
  await until(async () => (await list({ title: 'Same' })).length === 2);
  await launch('galculator');
});
afterAll(async () => {
  await bench.close();
  rmSync(profile, { recursive: true });
});

/** The data of a tool's answer to an MCP client. @throws if the call failed */
async function ok<T = WindowFacts>(tool: string, parameters: Record<string, unknown> = {}): Promise<T> {
  const { isError, text, data } = await bench.call(tool, parameters);
  if (isError) throw new Error(`${tool}: ${text}`);
  return data as T;
}

/** The error of a tool that must fail. */
async function refused(tool: string, parameters: Record<string, unknown> = {}): Promise<WireError> {
  const { isError, text, data } = await bench.call(tool, parameters);
  if (!isError) throw new Error(`${tool} worked: ${text}`);
  return (data as { error: WireError }).error;
}

const list = async (filter: Record<string, unknown> = {}) =>
  (await ok<{ result: WindowFacts[] }>('list_windows', filter)).result;
const launch = (command: string, ...args: string[]) => ok('launch_app', { command, args });

/** Independent checks. */
const xprop = (...args: string[]) => outputOf('xprop', args, bench.desktop.env);
const stateOf = (handle: string) => xprop('-id', handle, '_NET_WM_STATE');
const activeWindow = async () => /0x[0-9a-f]+/.exec(await xprop('-root', '_NET_ACTIVE_WINDOW'))?.[0];

async function contentPlace(handle: string) {
  const text = await outputOf('xwininfo', ['-id', handle], bench.desktop.env);
  const number = (what: string) => Number(new RegExp(`${what}: +(-?\\d+)`).exec(text)?.[1]);
  return { x: number('Absolute upper-left X'), width: number('Width'), height: number('Height') };
}

describe('looking', () => {
  it('lists the windows of the window manager, in its order', async () => {
    const text = await xprop('-root', '_NET_CLIENT_LIST_STACKING');
    const windows = await list();
    expect(windows.map(({ handle }) => handle)).toEqual((text.match(/0x[0-9a-f]+/g) ?? []).reverse());
    expect(windows.filter(({ active }) => active).map(({ handle }) => handle)).toEqual([await activeWindow()]);
    expect(windows.find(({ app }) => app === 'galculator')).toMatchObject({ title: 'galculator', desktop: 0 });
  });

  it('groups them by app', async () => {
    const { result } = await ok<{ result: { app: string; pids: number[] }[] }>('list_apps');
    expect(result.find(({ app }) => app === 'xcalc')?.pids).toHaveLength(2);
  });
});

describe('several windows', () => {
  it('distinguishes windows of the same title by their handles', async () => {
    const { code, data } = await refused('minimize_window', { title: 'same' });
    expect(code).toBe('multiple_matches');
    const [first, second] = data!['candidates'] as WindowFacts[];
    await ok('minimize_window', { handle: first!.handle });
    expect(await stateOf(first!.handle)).toContain('HIDDEN');
    expect(await stateOf(second!.handle)).not.toContain('HIDDEN');
    expect((await list({ title: 'Same' })).map(({ state }) => state).sort()).toEqual(['minimized', 'normal']);
    await ok('focus_window', { handle: first!.handle });
    expect(await activeWindow()).toBe(first!.handle);
    await ok('focus_window_by_app', { app: 'Galculator' });
    expect((await ok('get_active_window')).app).toBe('galculator');
    expect((await ok('switch_to_next_window')).handle).toBe(first!.handle);
  });

  it('reports the states that a window manager confirms', async () => {
    const { handle } = await ok('maximize_window', { app: 'galculator' });
    expect(await stateOf(handle)).toContain('MAXIMIZED_VERT');
    await ok('restore_window', { handle });
    await ok('set_fullscreen', { handle });
    expect(await stateOf(handle)).toContain('FULLSCREEN');
    const other = (await list({ title: 'Same' }))[0]!.handle;
    const { text } = await bench.call('minimize_window', { handle: other });
    expect(text).toMatch(/behind “galculator” \(galculator, pid \d+\), which is full screen/);
    await ok('restore_window', { handle: other });
    await ok('set_fullscreen', { handle, on: false });
    await ok('set_always_on_top', { handle });
    expect(await stateOf(handle)).toContain('ABOVE');
    await ok('set_always_on_top', { handle, on: false });
    expect(await stateOf(handle)).not.toContain('ABOVE');
  });

  it('moves and resizes to the pixel', async () => {
    const { handle } = (await list({ title: 'Same' }))[0]!;
    const wanted = { x: 333, y: 222, width: 300, height: 410 };
    expect(await ok('move_window', { handle, ...wanted })).toMatchObject({ bounds: wanted });
    expect((await ok('resize_window', { handle, width: 280, height: 400 })).bounds).toMatchObject({
      x: 333,
      width: 280,
    });
    const place = await contentPlace(handle);
    expect(place.x).toBeGreaterThanOrEqual(333);
    expect(place.x + place.width).toBeLessThanOrEqual(333 + 280);
  });

  it('acts on windows of another desktop, and reports that desktop', async () => {
    const { handle } = await ok('move_window_to_desktop', { app: 'galculator', desktop: 2 });
    expect((await list({ desktop: 'current' })).map(({ app }) => app)).not.toContain('galculator');
    expect((await list()).find((window) => window.handle === handle)).toMatchObject({ desktop: 2 });
    const { text } = await bench.call('focus_window', { app: 'galculator' });
    expect(text).toContain('State before: on desktop 2, which is not shown.');
    await until(async () => (await xprop('-root', '_NET_CURRENT_DESKTOP')).includes('= 2'));
    await ok('move_window_to_desktop', { handle, desktop: 0 });
    await ok('focus_window', { handle });
    expect(await refused('move_window_to_desktop', { handle, desktop: 99 })).toMatchObject({ code: 'not_found' });
  });

  it('moves to another monitor', async () => {
    const { env } = bench.desktop;
    await outputOf('xrandr', ['--setmonitor', 'Left', '960/250x1080/280+0+0', 'screen'], env);
    await outputOf('xrandr', ['--setmonitor', 'Right', '960/250x1080/280+960+0', 'none'], env);
    await until(async () => (await bench.engine.describe({})).monitors.length === 2);
    const { handle, monitor } = (await list({ title: 'Same' }))[0]!;
    const moved = await ok('move_window_to_monitor', { handle, monitor: 1 - monitor });
    expect(moved.monitor).toBe(1 - monitor);
    await outputOf('xrandr', ['--delmonitor', 'Left'], env);
    await outputOf('xrandr', ['--delmonitor', 'Right'], env);
    await until(async () => (await bench.engine.describe({})).monitors.length === 1);
  });
});

describe('apps that start and end', () => {
  it('waits for a window, its new title and its end, and names a dialog before it closes', async () => {
    const appears = ok('wait_for_window', { app: 'mousepad' });
    bench.desktop.start('mousepad', ['--disable-server']);
    const { handle, title } = await appears;
    await ok('focus_window', { handle });
    const looks = vi.spyOn(bench.engine, 'listWindows').mockClear();
    const changes = ok<WindowFacts & { old_title: string }>('wait_for_window', { handle, until: 'title_changes' });
    // Each check looks twice: from the third look on it knows the old title.
    await until(() => looks.mock.calls.length > 4);
    await bench.engine.typeText({ text: 'words', window: handle });
    const changed = await changes;
    expect(changed.title).not.toBe(changed.old_title);
    expect(changed.old_title).toBe(title);
    const stays = await refused('close_window', { handle });
    expect(stays).toMatchObject({ code: 'not_verified', delivery: 'delivered' });
    const [dialog] = stays.data!['dialogs'] as WindowFacts[];
    expect(dialog).toMatchObject({ app: 'mousepad', kind: 'dialog' });
    expect(stays.hint).toContain(dialog!.handle);
    const gone = ok('wait_for_window', { handle, until: 'disappears' });
    const selector = `role=Button name="Don't Save"`;
    const { matches } = await bench.engine.find({ window: dialog!.handle, selector });
    await bench.engine.runPattern({ element: matches[0]!.id, call: { pattern: 'invoke' } });
    expect(await gone).toEqual({ gone: true });
  });

  it('starts an app once, and closes it with all its windows', async () => {
    const before = await list({ app: 'galculator' });
    const again = { command: 'galculator', only_if_not_running: true };
    expect((await ok('launch_app', again)).handle).toBe(before[0]!.handle);
    expect(await list({ app: 'galculator' })).toHaveLength(1);
    expect(await ok('close_app', { app: 'galculator' })).toMatchObject({ app: 'galculator', closed: [{}] });
    expect(await refused('focus_window_by_app', { app: 'galculator' })).toMatchObject({ code: 'window_not_found' });
    expect((await ok('launch_app', again)).pid).not.toBe(before[0]!.pid);
    expect(await refused('launch_app', { command: 'no-such-program' })).toMatchObject({ code: 'not_found' });
  });
});

describe('layouts', () => {
  it('restores window positions after their apps were restarted', async () => {
    await ok('close_app', { app: 'xcalc' });
    const open = async (titles: readonly string[]) => {
      await launch('galculator');
      for (const title of titles) await launch('xcalc', '-title', title);
      await launch('xedit', '-title', 'Away');
      await launch('mousepad', '--disable-server');
      // It draws its own frame, with a shadow that is not part of the window.
      await launch('gtk4-widget-factory');
    };
    const close = async () => {
      for (const app of ['galculator', 'xcalc', 'xedit', 'mousepad', 'gtk4-widget-factory'])
        await ok('close_app', { app });
    };
    await ok('close_app', { app: 'galculator' });
    await open(['Left', 'Right']);
    await ok('move_window', { app: 'galculator', x: 700, y: 500 });
    await ok('move_window', { title: 'Left', x: 40, y: 60, width: 260, height: 380 });
    await ok('move_window', { title: 'Right', x: 1400, y: 90, width: 300, height: 420 });
    await ok('move_window', { app: 'xedit', x: 900, y: 130, width: 640, height: 480 });
    await ok('move_window_to_desktop', { app: 'xedit', desktop: 1 });
    await ok('move_window', { app: 'gtk4-widget-factory', x: 210, y: 119 });
    await ok('maximize_window', { app: 'mousepad' });
    await ok('minimize_window', { title: 'Right' });
    // Right after the last act: waits for what still moves, such as a window being minimised.
    await ok('save_window_layout', { name: 'work' });
    const saved = await places();
    await close();
    // The other way round: X swaps their handles.
    await open(['Right', 'Left']);
    expect(await places()).not.toEqual(saved);
    const { not_restored } = await ok<{ not_restored: unknown[] }>('restore_window_layout', { name: 'work' });
    expect(not_restored).toEqual([]);
    await expect.poll(places, { timeout: 5_000 }).toEqual(saved);
    await ok('close_app', { app: 'xedit' });
    const again = await bench.call('restore_window_layout', { name: 'work' });
    expect(again.text).toContain('Restored 5 of 6 windows of “work”.');
    expect(again.text).toContain('- not “Away” (xedit): it is not open');
    for (const app of ['mousepad', 'gtk4-widget-factory']) await ok('close_app', { app });
  });

  async function places() {
    const windows = await list();
    const entries = windows.map(({ title, app, bounds, state, monitor, desktop }) => {
      return [`${app} ${title}`, { bounds, state, monitor, desktop }] as const;
    });
    return Object.fromEntries(entries);
  }
});

describe('over plain HTTP', () => {
  const ask = async (server: { url: string }, method: string, where: string, body?: unknown) => {
    const response = await fetch(new URL(`/windows/${where}`, server.url), {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const post = (where: string, body?: unknown) => ask(bench.serving, 'POST', where, body);

  it('does the same', async () => {
    expect((await post('focus', { title: 'galc' })).body).toMatchObject({ status: 'success', app: 'galculator' });
    const { body } = await ask(bench.serving, 'GET', 'list');
    expect(body).toMatchObject(await list());
    const handle = await activeWindow();
    expect((await ask(bench.serving, 'GET', 'active')).body).toMatchObject({ status: 'success', handle });
    const bounds = { x: 10, y: 40, width: 400, height: 500 };
    expect((await post('move', { handle, ...bounds })).body).toMatchObject({ status: 'success', bounds });
    expect((await post('next')).status).toBe(200);
    expect((await post('focus', { title: 'Nope' })).body).toMatchObject({ error: 'Window not found' });
  });

  // Only root can become another user.
  it.runIf(process.getuid?.() === 0)('touches no window of another user', async () => {
    await outputOf('xhost', ['+si:localuser:nobody'], bench.desktop.env);
    const args = ['--reuid', 'nobody', '--clear-groups', 'xcalc', '-title', 'Foreign'];
    const foreign = bench.desktop.start('setpriv', args, { HOME: '/tmp' });
    const find = async () => {
      const { items } = await bench.engine.listWindows({ includeHidden: true });
      return items.find(({ title }) => title === 'Foreign');
    };
    await until(async () => (await find()) !== undefined);
    expect((await list()).map(({ title }) => title)).not.toContain('Foreign');
    expect((await post('close', { title: 'Foreign' })).status).toBe(404);
    const refusal = await post('close', { handle: (await find())!.id });
    expect(refusal).toMatchObject({ status: 403, body: { code: 'elevated_target' } });
    await end(foreign);
  });

  it('reports 501 if windows cannot be managed', async () => {
    const display = await openXDisplay(null);
    const bare = await createHttpBench({ engine: display.engine, policyMode: 'all' });
    try {
      display.start('xcalc', ['-title', 'Alone']);
      const listed = async () => (await ask(bare.serving, 'GET', 'list')).body;
      await until(async () => (await listed())['length'] === 1);
      expect(await ask(bare.serving, 'POST', 'minimize', { title: 'Alone' })).toMatchObject({
        status: 501,
        body: { error: 'Window management not supported', code: 'unsupported_platform' },
      });
      await end(display.server);
      expect(await ask(bare.serving, 'GET', 'list')).toMatchObject({
        status: 501,
        body: { error: 'Window management not supported', code: 'display_unavailable' },
      });
    } finally {
      await bare.close();
      await display.close();
    }
  });
});
