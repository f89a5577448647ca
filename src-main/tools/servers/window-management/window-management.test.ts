import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WindowAction } from '#contract/model/windows/window';
import { element } from '../../../engine/backends/fake/element.ts';
import { createBroker } from '../../../permissions/broker.ts';
import { createBench, type Bench, type BenchOptions } from '../../testing/run-tools.ts';
import { actionCall } from './action-call.ts';
import type { WindowFacts } from './window-facts.ts';
import { permissionsIn } from '../../../permissions/testing/asked.ts';
import type { RunOutcome } from '../../runner/call.ts';

let bench: Bench;
const open = async (options: BenchOptions = {}) => {
  bench = await createBench(options);
};
beforeEach(() => open());
afterEach(() => bench.close());

const fake = (title: string) => bench.fake.desktop.windows.find((window) => window.title === title)!;

async function data<T = WindowFacts>(tool: string, parameters: object = {}): Promise<T> {
  const outcome = await bench.run(tool, parameters);
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.result.data as T;
}

async function error(tool: string, parameters: object = {}) {
  const outcome = await bench.run(tool, parameters);
  if (outcome.ok) throw new Error(`It worked: ${outcome.result.text}`);
  return outcome.error;
}

const note = (outcome: RunOutcome) => (outcome.ok ? outcome.result.note : outcome.error.message);

describe('looking', () => {
  it('lists the windows of all desktops, with the fields of the design first', async () => {
    fake('Form').desktop = 2;
    bench.fake.desktop.minimize(fake('Calculator'));
    const all = await data<WindowFacts[]>('list_windows');
    expect(all).toHaveLength(6);
    expect(Object.keys(all[0]!).slice(0, 4)).toEqual(['title', 'app', 'pid', 'active']);
    expect(all.find(({ title }) => title === 'Form')).toMatchObject({ app: 'form', desktop: 2, active: false });
    expect(all.filter(({ active }) => active).map(({ title }) => title)).toEqual(['Untitled - Editor']);
    const { id, processId } = fake('Calculator');
    expect(await bench.text('list_windows', { app: 'Calc' })).toBe(
      `1. “Calculator” (calculator, pid ${processId}): minimised, handle ${id}, at 79, 76, 242 × 365, monitor 0, desktop 0`,
    );
    expect(await data('list_windows', { desktop: 'current' })).toHaveLength(5);
    expect(await data('list_windows', { title: 'TWIN' })).toHaveLength(2);
    expect(await bench.text('list_windows', { title: 'Nope' })).toBe('No window is open.');
  });

  it('removes line breaks from titles, so that no window can add a line to a list', async () => {
    bench.fake.desktop.retitle(fake('Form'), 'Form\n2. “Bank”\u2028x'.padEnd(300, 'y'));
    const text = await bench.text('list_windows', { app: 'form' });
    expect(text.split(/[\n\u2028]/)).toHaveLength(1);
    expect(text.length).toBeLessThan(300);
  });

  it('reports the active window', async () => {
    expect(await data('get_active_window')).toMatchObject({ title: 'Calculator', active: true });
    for (const window of bench.fake.desktop.windows) bench.fake.desktop.minimize(window);
    expect(await error('get_active_window')).toMatchObject({ code: 'window_not_found' });
  });

  it('groups windows by app', async () => {
    const apps = await data<{ app: string; pids: number[]; windows: WindowFacts[] }[]>('list_apps');
    expect(apps.map(({ app }) => app)).toEqual(['calculator', 'editor', 'form', 'rows', 'twin']);
    const twin = apps.find(({ app }) => app === 'twin')!;
    expect([twin.pids.length, twin.windows.length]).toEqual([2, 2]);
    expect(await bench.text('list_apps')).toContain('twin\n- “Twin” (twin, pid ');
  });
});

describe('the window of a task', () => {
  const order = async (task: string) =>
    (await data<(WindowFacts & { why: string })[]>('list_windows', { task })).map(({ title, why }) => [title, why]);

  it('is listed first, with reasons, also by its content', async () => {
    expect((await order('use the calculator'))[0]).toEqual([
      'Calculator',
      expect.stringContaining('“calculator” in its title'),
    ]);
    expect(await bench.text('list_windows', { task: 'use the calculator' })).toMatch(
      /^1\. “Calculator” .* \(“calculator” in its title/,
    );
    const [read] = await order('tick the box that accepts the newsletter terms');
    expect(read).toEqual(['Form', expect.stringMatching(/“(newsletter|terms)” in what stands in it/)]);
  });

  it('is focused if it leads clearly; otherwise the likeliest are listed, and nothing happens', async () => {
    expect((await data('focus_window', { task: 'write in the editor' })).title).toBe('Untitled - Editor');
    const before = bench.fake.desktop.windows.map(({ id }) => id);
    const { code, message, delivery } = await error('focus_window', { task: 'look at the twin' });
    expect([code, delivery]).toEqual(['multiple_matches', 'not_delivered']);
    expect(message).toMatch(/“look at the twin” matches no single window:\n- “Twin” .*\n- “Twin” /);
    expect(bench.fake.desktop.windows.map(({ id }) => id)).toEqual(before);
    expect((await data('focus_window', { task: 'the twin', title: 'Form' })).title).toBe('Form');
  });

  it('is not found by the content of windows that the user lets nobody read', async () => {
    await bench.close();
    await open({ settings: { permissionRules: ['deny observe in form'] } });
    const [first] = await order('accept the newsletter terms');
    expect(first?.[0]).not.toBe('Form');
    expect(JSON.stringify(await order('newsletter'))).not.toContain('stands in it');
  });
});

describe('naming a window', () => {
  const focused = async (name: object) => (await data('focus_window', name)).title;

  it('matches a part of the title, the app and the handle', async () => {
    expect(await focused({ title: 'calcul' })).toBe('Calculator');
    expect(await focused({ app: 'EDITOR.EXE' })).toBe('Untitled - Editor');
    expect(await focused({ handle: fake('Form').id })).toBe('Form');
    expect(await focused({ handle: Number(fake('Calculator').id) })).toBe('Calculator');
    expect(await focused({ handle: String(Number(fake('Form').id)) })).toBe('Form');
    expect((await data('focus_window_by_app', { app: 'calculator' })).title).toBe('Calculator');
  });

  it('prefers an exact title, and requires all arguments to match', async () => {
    bench.fake.desktop.retitle(fake('Untitled - Editor'), 'Form of an editor');
    expect(await focused({ title: 'Form' })).toBe('Form');
    expect(await focused({ title: 'form', app: 'editor' })).toBe('Form of an editor');
    expect(await error('focus_window', { title: 'Calculator', app: 'editor' })).toMatchObject({
      code: 'window_not_found',
    });
  });

  it('names the candidates if several match, and the open windows if none does', async () => {
    const several = await error('minimize_window', { title: 'twin' });
    expect(several).toMatchObject({ code: 'multiple_matches', delivery: 'not_delivered' });
    const candidates = several.data!['candidates'] as WindowFacts[];
    expect(candidates.map(({ app }) => app)).toEqual(['twin', 'twin']);
    expect(several.message).toContain(`handle ${candidates[1]!.handle}`);
    expect(await focused({ handle: candidates[1]!.handle })).toBe('Twin');
    const none = await error('focus_window', { title: 'Nope' });
    expect(none).toMatchObject({ code: 'window_not_found', message: 'There is no window with “Nope” in the title.' });
    expect(none.hint).toContain('“Calculator” (calculator, pid');
    expect(await error('focus_window', { handle: '0xdead' })).toMatchObject({ code: 'window_not_found' });
    expect(await error('focus_window', { handle: 'calc' })).toMatchObject({ code: 'invalid_parameter' });
  });

  it('defaults to the selected window, never the active one, and to neither for closing', async () => {
    expect(await error('minimize_window')).toMatchObject({ code: 'window_not_found', delivery: 'not_delivered' });
    expect(fake('Calculator').state).toBe('normal');
    await bench.text('get_desktop_app_info');
    const [id] = [...bench.session.windows].find(([, { title }]) => title === 'Form')!;
    await bench.text('select_application_window', { id, name: 'Form' });
    expect(await data('minimize_window')).toMatchObject({ title: 'Form', state: 'minimized' });
    expect(await error('close_window')).toMatchObject({ code: 'invalid_parameter', delivery: 'not_delivered' });
    bench.fake.desktop.close(fake('Form'));
    expect(await error('restore_window')).toMatchObject({ code: 'window_not_found' });
  });
});

describe('acting', () => {
  it('minimises, maximises, restores, and reports the state of the window', async () => {
    const title = 'Calculator';
    expect(await bench.text('minimize_window', { title })).toMatch(
      /^“Calculator” \(calculator, pid \d+\) is minimised: /,
    );
    expect(await data('maximize_window', { title })).toMatchObject({ state: 'maximized' });
    expect(await data('set_fullscreen', { title })).toMatchObject({ state: 'fullscreen' });
    expect(await data('set_fullscreen', { title, on: false })).toMatchObject({ state: 'normal' });
    expect(await data('minimize_window', { title })).toMatchObject({ state: 'minimized' });
    expect(await data('set_fullscreen', { title, on: false })).toMatchObject({ state: 'minimized' });
    expect(await data('restore_window', { title })).toMatchObject({ state: 'normal' });
    expect(await data('set_always_on_top', { title })).toMatchObject({ always_on_top: true });
    expect(await data('set_always_on_top', { title, on: false })).toMatchObject({ always_on_top: false });
    expect(await data('switch_to_next_window')).toMatchObject({ active: true });
    expect(await bench.text('close_window', { title })).toMatch(/is closed\.$/);
    expect(fake(title)).toBeUndefined();
  });

  it('moves and resizes, to a monitor and to a desktop', async () => {
    const name = { app: 'form' };
    expect(await data('move_window', { ...name, x: -5, y: 20 })).toMatchObject({ bounds: { x: -5, y: 20 } });
    const bounds = { x: 7, y: 9, width: 500, height: 400 };
    expect(await data('move_window', { ...name, ...bounds })).toMatchObject({ bounds });
    const size = { width: 450, height: 420 };
    expect(await data('resize_window', { ...name, ...size })).toMatchObject({ bounds: { ...bounds, ...size } });
    const { bounds: first } = bench.fake.desktop.monitors[0]!;
    bench.fake.desktop.setMonitors([first, { ...first, x: first.width }]);
    expect(await data('move_window_to_monitor', { ...name, monitor: 1 })).toMatchObject({ monitor: 1 });
    expect(await data('move_window_to_desktop', { ...name, desktop: 3 })).toMatchObject({ desktop: 3 });
    expect(await data('show_desktop', { desktop: 3 })).toEqual({ count: 4, current: 3 });
    expect(await error('show_desktop', { desktop: 9 })).toMatchObject({ code: 'not_found' });
    expect(await error('move_window_to_monitor', { ...name, monitor: 7 })).toMatchObject({ code: 'not_found' });
    expect(await error('move_window_to_desktop', { ...name, desktop: 9 })).toMatchObject({ code: 'not_found' });
    expect(await error('resize_window', { ...name, width: 0, height: 9 })).toMatchObject({ code: 'invalid_parameter' });
  });

  it('reports that an effect was not seen', async () => {
    bench.fake.faults.set('deaf', 'act');
    expect(await error('minimize_window', { title: 'Form' })).toMatchObject({
      code: 'not_verified',
      delivery: 'delivered',
      message: '“Form” did not follow: minimize had no visible effect.',
    });
  }, 10_000);

  it('reports what blocks focus: an app that does not respond, a dialog', async () => {
    const form = fake('Form');
    bench.fake.desktop.open({ ...form.spec, title: 'Save changes?', kind: 'dialog' }, form);
    bench.fake.faults.set('deaf', 'act');
    bench.fake.faults.set('hang', 'tree');
    const { message, hint } = await error('focus_window', { handle: form.id });
    expect(message).toBe(
      '“Form” did not follow: focus had no visible effect. Its app does not answer at the moment. ' +
        '“Save changes?” is open in front of “Form” and takes its input.',
    );
    expect(hint).toBe(
      'Answer “Save changes?” first, or close it. It may be busy. Try again in a moment, and restart it only if this continues.',
    );
  }, 10_000);

  it('reports what hides the window before acting', async () => {
    const form = fake('Form');
    form.desktop = 1;
    const reported: string[] = [];
    const progress = (_: number, message: string) => void reported.push(message);
    const focused = await bench.run('focus_window', { title: 'Form' }, { progress });
    expect(note(focused)).toBe('State before: on desktop 1, which is not shown.');
    expect(reported).toEqual(['State before: on desktop 1, which is not shown.']);
    expect(bench.fake.desktop.desktops.current).toBe(1);
    await bench.text('set_fullscreen', { title: 'Form' });
    expect(note(await bench.run('minimize_window', { title: 'Form' }))).toBe('State before: full screen.');
    await bench.text('focus_window', { title: 'Form' });
    await bench.text('set_fullscreen', { title: 'Form' });
    const calculator = fake('Calculator');
    calculator.desktop = 1;
    expect(note(await bench.run('focus_window', { title: 'Calculator' }))).toBe(
      `State before: behind “Form” (form, pid ${form.processId}), which is full screen.`,
    );
  });

  it('does by handle the actions of our own window', async () => {
    const outcomes: Readonly<Record<WindowAction, object>> = {
      minimize: { state: 'minimized' },
      focus: { active: true },
      maximize: { state: 'maximized' },
      fullscreen: { state: 'fullscreen' },
      restore: { state: 'normal' },
      pinOnTop: { always_on_top: true },
      unpin: { always_on_top: false },
      close: { closed: true },
    };
    for (const [action, outcome] of Object.entries(outcomes)) {
      const { tool, parameters } = actionCall(action as WindowAction, fake('Form').id);
      expect(await data(tool, parameters)).toMatchObject(outcome);
    }
  });

  it('asks by the name of the app, with a sentence about the effect', async () => {
    await bench.close();
    const broker = createBroker({ readingMs: 0 });
    await open({ broker, caller: { kind: 'agent', name: 'Robot' } });
    const asked: string[] = [];
    broker.onChange((pending) => {
      for (const { id, target, sentence } of permissionsIn(pending)) {
        asked.push(`${target}: ${sentence}`);
        broker.decide(id, 'once');
      }
    });
    await bench.run('minimize_window', { title: 'Calcul' });
    await bench.run('close_app', { app: 'TWIN' });
    await bench.run('launch_app', { command: '/usr/bin/notes' });
    expect(asked).toEqual([
      'calculator: Minimise the window with “Calcul” in the title',
      'twin: Close every window of TWIN',
      'notes: Start “/usr/bin/notes”',
    ]);
  });
});

it('touches no sensitive window that the user was not asked about', async () => {
  await bench.close();
  await open({ policyMode: 'act', caller: { kind: 'agent', name: 'Robot' }, settings: { sensitiveApps: ['form'] } });
  await bench.text('minimize_window', { app: 'calculator' });
  expect(await error('minimize_window', { app: 'form' })).toMatchObject({ code: 'permission_denied' });
  expect(await error('close_app', { app: 'form' })).toMatchObject({ code: 'permission_denied' });
  bench.fake.desktop.activate(fake('Form'));
  bench.fake.desktop.activate(fake('Untitled - Editor'));
  expect(await error('switch_to_next_window')).toMatchObject({ code: 'permission_denied' });
  const again = { command: 'form', only_if_not_running: true };
  expect(await error('launch_app', again)).toMatchObject({ code: 'permission_denied' });
  expect(bench.fake.desktop.active).toBe(fake('Untitled - Editor'));
  expect(fake('Form').state).toBe('normal');
});

it('has a dry run of any act', async () => {
  const acts: Readonly<Record<string, object>> = {
    focus_window: { app: 'form' },
    minimize_window: { app: 'form' },
    close_window: { app: 'form' },
    set_fullscreen: { app: 'form' },
    move_window: { app: 'form', x: 1, y: 2 },
    move_window_to_desktop: { app: 'form', desktop: 2 },
    show_desktop: { desktop: 1 },
    switch_to_next_window: {},
    close_app: { app: 'form' },
    launch_app: { command: 'form' },
  };
  const before = await data<WindowFacts[]>('list_windows');
  for (const [tool, parameters] of Object.entries(acts)) {
    const text = await bench.text(tool, { ...parameters, dry_run: true });
    expect(text).toMatch(
      /^Dry run: nothing was done[^]*Route: (actOnWindow|moveWindow|moveToDesktop|showDesktop|switchToNext|launch) \{/,
    );
  }
  expect(await data('list_windows')).toEqual(before);
});

describe('apps', () => {
  it('starts one, or focuses it if it runs', async () => {
    expect(await data('launch_app', { command: 'notes' })).toMatchObject({ title: 'Notes', app: 'notes' });
    expect(await error('launch_app', { command: 'nonsense' })).toMatchObject({ code: 'not_found' });
    const again = { command: 'calculator', only_if_not_running: true };
    expect(await bench.text('launch_app', again)).toMatch(/^calculator runs already\. “Calculator”/);
    expect(await data('list_windows', { app: 'calculator' })).toHaveLength(1);
    expect(await error('launch_app', { command: 'twin', only_if_not_running: true })).toMatchObject({
      code: 'multiple_matches',
    });
  });

  it('closes all windows of one, and names those that stay open', async () => {
    expect(await data('close_app', { app: 'twin' })).toMatchObject({ app: 'twin', closed: [{}, {}] });
    expect(await data('list_windows', { app: 'twin' })).toEqual([]);
    expect(await error('close_app', { app: 'twin' })).toMatchObject({ code: 'window_not_found' });
    // “o” is in the names of editor, calculator, form and rows.
    expect(await error('close_app', { app: 'o' })).toMatchObject({
      code: 'multiple_matches',
      delivery: 'not_delivered',
      data: { candidates: ['calculator', 'editor', 'form', 'rows'] },
    });
    bench.fake.desktop.open(asking());
    const left = await error('close_app', { app: 'asker' });
    expect(left).toMatchObject({ code: 'not_verified', message: '1 of 1 windows of asker did not close.' });
    expect(left.data).toMatchObject({ left: [{ title: 'Asker' }] });
    expect(left.hint).toContain('It asks first:\n- “Save?” (asker, pid');
  }, 15_000);
});

/** A window that opens a dialog instead of closing. */
function asking() {
  const spec = (title: string) => ({
    title,
    app: 'asker',
    className: 'Asker',
    content: { x: 10, y: 40, width: 200, height: 100 },
    root: element({ controlType: 'Window', name: title }),
  });
  return {
    ...spec('Asker'),
    mayClose: () => {
      bench.fake.desktop.open({ ...spec('Save?'), kind: 'dialog' }, fake('Asker'));
      return false;
    },
  };
}

describe('waiting', () => {
  /** Begins to wait and returns once the first look found nothing: a second look has begun. */
  async function begin<T>(wait: () => Promise<T>): Promise<Promise<T>[]> {
    const looks = vi.spyOn(bench.engine, 'listWindows').mockClear();
    const waiting = wait();
    await looking(looks, 5);
    return [waiting];
  }
  const looking = (looks: { mock: { calls: unknown[] } }, count: number) =>
    vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 });

  it('until a window appears', async () => {
    expect(await data('wait_for_window', { title: 'Calculator', timeout_ms: 0 })).toMatchObject({ app: 'calculator' });
    const [waiting] = await begin(() => data('wait_for_window', { title: 'Notes' }));
    bench.fake.desktop.start('notes');
    expect(await waiting).toMatchObject({ title: 'Notes' });
    expect(await error('wait_for_window', { title: 'Twin' })).toMatchObject({ code: 'multiple_matches' });
  });

  it('until it is gone', async () => {
    expect(await data('wait_for_window', { title: 'Nope', until: 'disappears' })).toEqual({ gone: true });
    const [waiting] = await begin(() => bench.text('wait_for_window', { title: 'Form', until: 'disappears' }));
    bench.fake.desktop.close(fake('Form'));
    expect(await waiting).toBe('There is no window with “Form” in the title any more.');
  });

  it('until its title changes', async () => {
    const until = 'title_changes';
    const [waiting] = await begin(() => data('wait_for_window', { title: 'Form', until }));
    bench.fake.desktop.retitle(fake('Form'), 'Sent');
    expect(await waiting).toMatchObject({ title: 'Sent', old_title: 'Form' });
    const [wanted] = await begin(() => data('wait_for_window', { title: 'Sent', until, new_title: 'done' }));
    bench.fake.desktop.retitle(fake('Sent'), 'Sending');
    await bench.text('wait_for_window', { title: 'Sending' });
    bench.fake.desktop.retitle(fake('Sending'), 'All Done');
    expect(await wanted).toMatchObject({ title: 'All Done', old_title: 'Sent' });
    const [closed] = await begin(() => error('wait_for_window', { title: 'Done', until }));
    bench.fake.desktop.close(fake('All Done'));
    expect(await closed).toMatchObject({ code: 'window_not_found' });
  });

  it('no longer than allowed, reporting progress', async () => {
    const late = await error('wait_for_window', { title: 'Nope', timeout_ms: 150 });
    expect(late).toMatchObject({ code: 'timeout' });
    expect(late.message).toBe('The window with “Nope” in the title did not appear within 150 ms.');
    expect(late.hint).toContain('Open are “Calculator”');
    const abort = new AbortController();
    const reported: number[] = [];
    const progress = (fraction: number) => {
      reported.push(fraction);
      abort.abort();
    };
    const waiting = { title: 'Nope', timeout_ms: 100_000 };
    const outcome = await bench.run('wait_for_window', waiting, { progress, signal: abort.signal });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(reported).toHaveLength(1);
    expect(reported[0]).toBeGreaterThan(0);
    expect(reported[0]).toBeLessThan(1);
  });

  it('refuses a call without a condition', async () => {
    expect(await error('wait_for_window')).toMatchObject({ code: 'invalid_parameter' });
    expect(await error('wait_for_window', { title: 'x', new_title: 'y' })).toMatchObject({ code: 'invalid_parameter' });
  });
});
