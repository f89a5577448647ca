import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { until } from '../../engine/backends/linux/testing/apps/target-app.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { createDesktopBench, type DesktopBench } from '../testing/desktop-bench.ts';
import { UfoClient, type UfoTarget } from '../../mcp/testing/ufo-client.ts';
import { rowName } from './row.ts';
import { ufoRows } from './ufo.ts';

let bench: DesktopBench;
let ufo: UfoClient;
let calculator: WindowInfo;
let editor: WindowInfo;

beforeAll(async () => {
  bench = await createDesktopBench({ policyMode: 'all', settings: { allowedCommands: ['gtk3-widget-factory'] } });
  ufo = new UfoClient(bench);
  editor = await bench.open('mousepad', ['--disable-server']);
  calculator = await bench.open('galculator');
});
afterAll(() => bench.close());

/** Selects the app again, empty. */
async function fresh(window: WindowInfo): Promise<void> {
  await ufo.select(window);
  await ufo.ok('keyboard_input', { id: '', name: '', keys: '{ESC}', control_focus: false });
  if (window === editor) await ufo.ok('set_edit_text', { ...(await field()), text: '', clear_current_text: true });
  else await ufo.click('AC');
}

const field = async () => {
  const { id, name } = await ufo.control('', 'Edit');
  return { id, name };
};
const button = async (name: string) => ({ id: (await ufo.control(name)).id, name });

/** The middle of a control in its window, as fractions. */
async function fractions(name: string): Promise<{ x: number; y: number }> {
  const { rect } = await ufo.control(name);
  const { bounds } = (await bench.engine.listWindows({})).items.find(({ id }) => id === calculator.id)!;
  return {
    x: ((rect[0] + rect[2]) / 2 - bounds.x) / bounds.width,
    y: ((rect[1] + rect[3]) / 2 - bounds.y) / bounds.height,
  };
}

/** A window that reports the mouse buttons and keys it received. */
async function withEvents(work: (seen: (pattern: RegExp) => Promise<void>) => Promise<void>): Promise<void> {
  const xev: ChildProcess = spawn('xev', [], { env: { ...process.env, ...bench.desktop.env } });
  let output = '';
  xev.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    let window: WindowInfo | undefined;
    await until(async () => {
      window = (await bench.engine.listWindows({})).items.find(({ title }) => title === 'Event Tester');
      return window !== undefined;
    });
    await ufo.select(window!);
    await work((pattern) => until(() => pattern.test(output), 5_000));
  } finally {
    xev.kill('SIGKILL');
  }
}

const middle = { x: 0.9, y: 0.9 };
const pressed = (number: number) => new RegExp(`ButtonPress[^]*?button ${number},`);

/** One proof per row of the table, by its name. */
const proofs: Readonly<Record<string, () => Promise<void>>> = {
  get_desktop_app_info: async () => {
    const windows = await ufo.list<object>('get_desktop_app_info');
    expect(windows).toContainEqual({
      id: expect.any(String) as string,
      name: 'galculator',
      type: 'Window',
      kind: 'window',
    });
  },
  'get_desktop_app_info.remove_empty': async () => {
    const names = async (remove_empty: boolean) =>
      (await ufo.list<{ name: string }>('get_desktop_app_info', { remove_empty })).map(({ name }) => name);
    expect(await names(true)).not.toContain('');
    expect((await names(false)).length).toBeGreaterThanOrEqual((await names(true)).length);
  },
  'get_desktop_app_info.refresh_app_windows': async () => {
    await ufo.list('get_desktop_app_info');
    const another = await bench.open('galculator');
    const count = async (refresh_app_windows: boolean) =>
      (await ufo.list<{ name: string }>('get_desktop_app_info', { refresh_app_windows })).length;
    const before = await count(false);
    expect(await count(true)).toBe(before + 1);
    await bench.engine.actOnWindow({ window: another.id, action: 'close' });
  },
  get_desktop_app_target_info: async () => {
    expect(await ufo.list<object>('get_desktop_app_target_info')).toContainEqual({
      kind: 'window',
      name: 'galculator',
      id: expect.any(String) as string,
      type: 'Window',
      rect: null,
    });
  },
  'get_desktop_app_target_info.remove_empty': async () => {
    const names = await ufo.list<{ name: string }>('get_desktop_app_target_info', { remove_empty: false });
    expect(names.map(({ name }) => name)).toContain('galculator');
  },
  'get_desktop_app_target_info.refresh_app_windows': async () => {
    const first = await ufo.list<object>('get_desktop_app_target_info');
    expect(await ufo.list<object>('get_desktop_app_target_info', { refresh_app_windows: false })).toEqual(first);
  },
  get_app_window_info: async () => {
    await ufo.select(calculator);
    const { data } = await ufo.ok('get_app_window_info', { field_list: ['control_text', 'control_type'] });
    expect(data).toMatchObject({ control_text: 'galculator', control_type: 'Window' });
  },
  'get_app_window_info.field_list': async () => {
    await ufo.select(calculator);
    expect((await ufo.ok('get_app_window_info')).data).toMatchObject({ process_id: calculator.processId });
    expect(await ufo.refused('get_app_window_info', { field_list: ['colour'] })).toContain('“field_list.0”');
  },
  get_app_window_controls_info: async () => {
    await ufo.select(calculator);
    const page = { limit: 5, offset: 3, field_list: ['control_text'] };
    const { data, text } = await ufo.ok('get_app_window_controls_info', page);
    expect((data as { result: { label: string }[] }).result.map(({ label }) => label)).toEqual([
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
    expect(text).toMatch(/controls 4 to 8 of \d+. Next page: offset 8/);
  },
  'get_app_window_controls_info.field_list': async () => {
    await ufo.select(calculator);
    const [first] = await ufo.list<object>('get_app_window_controls_info', {
      field_list: ['control_rect', 'is_enabled'],
    });
    expect(
      Object.keys(first!)
        .filter((key) => key !== 'window')
        .sort(),
    ).toEqual(['control_rect', 'is_enabled', 'label']);
  },
  get_app_window_controls_target_info: async () => {
    await ufo.select(calculator);
    const all = await ufo.list<UfoTarget>('get_app_window_controls_target_info');
    expect(all.find(({ name }) => name === '7')).toMatchObject({ kind: 'control', type: 'Button' });
    const { data } = await ufo.ok('get_app_window_controls_target_info', { limit: 2, offset: 1 });
    expect((data as { result: UfoTarget[] }).result.map(({ id }) => id)).toEqual(['2', '3']);
  },
  'get_app_window_controls_target_info.field_list': async () => {
    await ufo.select(calculator);
    const all = await ufo.list<UfoTarget>('get_app_window_controls_target_info', { field_list: ['control_rect'] });
    expect(all.some(({ name }) => name === '7')).toBe(true);
  },
  capture_window_screenshot: async () => {
    await ufo.select(calculator);
    const { image, text } = await ufo.ok('capture_window_screenshot');
    expect(image?.subarray(1, 4).toString()).toBe('PNG');
    expect(text).toContain('galculator');
  },
  capture_desktop_screenshot: async () => {
    expect((await ufo.ok('capture_desktop_screenshot')).image?.length).toBeGreaterThan(1_000);
  },
  'capture_desktop_screenshot.all_screens': async () => {
    const { image } = await ufo.ok('capture_desktop_screenshot', { all_screens: false });
    expect(image?.length).toBeGreaterThan(1_000);
  },
  get_ui_tree: async () => {
    await ufo.select(calculator);
    const { data, text } = await ufo.ok('get_ui_tree', { max_nodes: 10 });
    expect(data).toMatchObject({ id: 'node_0', level: 0, rectangle: { left: expect.any(Number) as number } });
    expect(text).toContain('The tree was cut');
  },
  add_control_list: async () => {
    await fresh(calculator);
    const { rect } = await ufo.control('8');
    const { text } = await ufo.ok('add_control_list', { control_list: [{ id: 'eight', name: 'seen', rect }] });
    expect(text).toBe('Successfully added 1 controls to control dictionary. Added IDs: eight');
    await ufo.ok('click_input', { id: 'eight', name: 'seen' });
    await ufo.holds('8', calculator);
  },
  'add_control_list.control_list': async () => {
    await ufo.select(calculator);
    expect((await ufo.ok('add_control_list', { control_list: [] })).text).toBe('No controls to add.');
    expect((await ufo.ok('add_control_list', { control_list: [{ name: 'nowhere' }] })).text).toContain('Skipped 1');
  },
  select_application_window: async () => {
    const { data } = await ufo.select(calculator);
    expect(data).toMatchObject({
      root_name: 'galculator',
      window_info: { annotation_id: expect.any(String) as string, process_id: calculator.processId, is_active: true },
    });
  },
  'select_application_window.id': async () => {
    await ufo.list('get_desktop_app_info');
    expect(await ufo.refused('select_application_window', { id: '', name: 'galculator' })).toMatch(
      /^Window id is required for select_application_window/,
    );
    expect(await ufo.refused('select_application_window', { id: '99', name: 'galculator' })).toMatch(
      /^Control with id '99' not found\. Available control ids: \['1', '2'/,
    );
  },
  'select_application_window.name': async () => {
    const [{ id } = { id: '' }] = await ufo.list<{ id: string }>('get_desktop_app_info');
    expect(await ufo.refused('select_application_window', { id, name: 'nobody' })).toContain('Nothing was selected.');
  },
  click_input: async () => {
    await fresh(calculator);
    expect((await ufo.click('7')).text).toMatch(
      /^Click action has been executed, with parameters: \{'button': 'left', 'double': False\}/,
    );
    await ufo.holds('7', calculator);
    expect(await ufo.refused('click_input', { selector: 'role=Button name="no such"', timeout_ms: 0 })).toContain(
      'element_not_found, not delivered',
    );
  },
  'click_input.id': async () => {
    await fresh(calculator);
    const seven = await button('7');
    await ufo.select(editor);
    expect(await ufo.refused('click_input', seven)).toContain('No controls available.');
  },
  'click_input.name': async () => {
    await fresh(calculator);
    const { id } = await button('7');
    expect(await ufo.refused('click_input', { id, name: '8' })).toContain('Nothing was done.');
    await ufo.click('9');
    await ufo.holds('9', calculator);
  },
  'click_input.button': async () => {
    await ufo.select(editor);
    await ufo.ok('click_input', { ...(await field()), button: 'right' });
    await until(async () => (await bench.engine.search({ window: editor.id, text: 'Select All' })).total > 0);
    expect(await ufo.refused('click_input', { ...(await field()), button: 'fourth' })).toContain('“button”');
    await ufo.ok('keyboard_input', { id: '', name: '', keys: '{ESC}', control_focus: false });
  },
  'click_input.double': async () => {
    await fresh(editor);
    await ufo.ok('set_edit_text', {
      ...(await field()),
      text: 'wordwordwordwordwordwordwordwordwordwordwordword'.repeat(30),
    });
    await ufo.ok('click_input', { ...(await field()), double: true });
    await ufo.ok('keyboard_input', { id: '', name: '', keys: 'x', control_focus: false });
    await ufo.holds('x', editor);
  },
  click_on_coordinates: async () => {
    await fresh(calculator);
    const { text } = await ufo.ok('click_on_coordinates', await fractions('5'));
    expect(text).toMatch(/^The click action has been executed at \(\d+, \d+\) with button 'left' and single click\.$/);
    await ufo.holds('5', calculator);
  },
  'click_on_coordinates.x': async () => {
    expect(await ufo.refused('click_on_coordinates', { x: 1.5, y: 0.5 })).toContain('“x”: must be from 0 to 1');
  },
  'click_on_coordinates.y': async () => {
    expect(await ufo.refused('click_on_coordinates', { x: 0.5, y: -0.25 })).toContain('“y”: must be from 0 to 1');
  },
  'click_on_coordinates.button': () =>
    withEvents(async (seen) => {
      for (const name of ['middle', 'right', 'x', 'forward'])
        await ufo.ok('click_on_coordinates', { ...middle, button: name });
      for (const number of [2, 3, 8, 9]) await seen(pressed(number));
    }),
  'click_on_coordinates.double': () =>
    withEvents(async (seen) => {
      const { text } = await ufo.ok('click_on_coordinates', { ...middle, double: true });
      expect(text).toContain('double click.');
      await seen(/(ButtonPress[^]*?button 1,[^]*?){2}/);
    }),
  drag_on_coordinates: () =>
    withEvents(async (seen) => {
      const way = { start_x: 0.2, start_y: 0.9, end_x: 0.8, end_y: 0.8 };
      const { text } = await ufo.ok('drag_on_coordinates', { ...way, duration: 0.2 });
      expect(text).toMatch(/with a duration of 0\.2 and a button 'left' held down\.$/);
      await seen(/ButtonPress[^]*?MotionNotify[^]*?ButtonRelease/);
    }),
  ...Object.fromEntries(
    ['start_x', 'start_y', 'end_x', 'end_y'].map((name) => [
      `drag_on_coordinates.${name}`,
      async () => {
        const way = { start_x: 0.2, start_y: 0.9, end_x: 0.8, end_y: 0.8, [name]: 1.01 };
        expect(await ufo.refused('drag_on_coordinates', way)).toContain(`“${name}”: must be from 0 to 1`);
      },
    ]),
  ),
  'drag_on_coordinates.button': () =>
    withEvents(async (seen) => {
      const way = { start_x: 0.2, start_y: 0.9, end_x: 0.3, end_y: 0.9, duration: 0 };
      await ufo.ok('drag_on_coordinates', { ...way, button: 'middle' });
      await seen(pressed(2));
    }),
  'drag_on_coordinates.duration': async () => {
    const way = { start_x: 0.2, start_y: 0.9, end_x: 0.3, end_y: 0.9 };
    expect(await ufo.refused('drag_on_coordinates', { ...way, duration: 61 })).toContain('“duration”');
  },
  'drag_on_coordinates.key_hold': () =>
    withEvents(async (seen) => {
      const way = { start_x: 0.2, start_y: 0.9, end_x: 0.3, end_y: 0.9, duration: 0 };
      await ufo.ok('drag_on_coordinates', { ...way, key_hold: 'shift' });
      await seen(/keysym 0xffe1, Shift_L[^]*?ButtonPress[^]*?state 0x1, button 1/);
      expect(await ufo.refused('drag_on_coordinates', { ...way, key_hold: 'q' })).toContain('“key_hold”: “q”');
    }),
  set_edit_text: async () => {
    await fresh(editor);
    const { text } = await ufo.ok('set_edit_text', { ...(await field()), text: 'Hello' });
    expect(text).toMatch(/^Executed action set_edit_text\(text='Hello', clear_current_text=False\), /);
    await ufo.holds('Hello', editor);
  },
  'set_edit_text.id': async () => {
    await ufo.select(editor);
    await field();
    expect(await ufo.refused('set_edit_text', { id: '77', name: '', text: 'x' })).toContain(
      "Control with id '77' not found",
    );
  },
  'set_edit_text.name': async () => {
    await ufo.select(editor);
    expect(await ufo.refused('set_edit_text', { ...(await field()), name: 'Other', text: 'x' })).toContain(
      'Nothing was done.',
    );
  },
  'set_edit_text.text': async () => {
    await fresh(editor);
    const text = '{ENTER} ^c größer 漢字 🙂';
    await ufo.ok('set_edit_text', { ...(await field()), text });
    await ufo.holds(text, editor);
  },
  'set_edit_text.clear_current_text': async () => {
    await fresh(editor);
    await ufo.ok('set_edit_text', { ...(await field()), text: 'one' });
    await ufo.ok('set_edit_text', { ...(await field()), text: ' two' });
    await ufo.holds('one two', editor);
    await ufo.ok('set_edit_text', { ...(await field()), text: 'three', clear_current_text: true });
    await ufo.holds('three', editor);
  },
  keyboard_input: async () => {
    await fresh(editor);
    expect((await ufo.ok('keyboard_input', { ...(await field()), keys: 'abc{VK_SHIFT}{HOME}' })).text).toBe(
      'abc+{HOME}',
    );
    await ufo.ok('keyboard_input', { ...(await field()), keys: 'x' });
    await ufo.holds('x', editor);
  },
  'keyboard_input.id': async () => {
    await ufo.select(editor);
    await field();
    expect(await ufo.refused('keyboard_input', { id: '77', name: '', keys: 'x' })).toContain('not found');
  },
  'keyboard_input.name': async () => {
    await ufo.select(editor);
    expect(await ufo.refused('keyboard_input', { ...(await field()), name: 'Other', keys: 'x' })).toContain(
      'Nothing was done.',
    );
  },
  'keyboard_input.keys': async () => {
    await fresh(editor);
    await ufo.ok('keyboard_input', { ...(await field()), keys: 'hello world{{}{SPACE 2}!' });
    await ufo.holds('hello world{  !', editor);
    expect(await ufo.refused('keyboard_input', { ...(await field()), keys: '{NOKEY}' })).toContain('NOKEY');
  },
  'keyboard_input.control_focus': async () => {
    await fresh(editor);
    await ufo.ok('keyboard_input', { id: '77', name: 'nobody', keys: 'y', control_focus: false });
    await ufo.holds('y', editor);
  },
  wheel_mouse_input: () =>
    withEvents(async (seen) => {
      const { text } = await ufo.ok('wheel_mouse_input', { wheel_dist: -2 });
      expect(text).toBe('The wheel mouse input action has been executed on the application window.');
      await seen(pressed(5));
    }),
  'wheel_mouse_input.id': async () => {
    await ufo.select(editor);
    const { text } = await ufo.ok('wheel_mouse_input', { ...(await field()), wheel_dist: 1 });
    expect(text).toBe('The wheel mouse input action has been executed on the selected control.');
  },
  'wheel_mouse_input.name': async () => {
    await ufo.select(editor);
    expect(await ufo.refused('wheel_mouse_input', { ...(await field()), name: 'Other', wheel_dist: 1 })).toContain(
      'Nothing',
    );
  },
  'wheel_mouse_input.wheel_dist': () =>
    withEvents(async (seen) => {
      await ufo.ok('wheel_mouse_input', { wheel_dist: 3 });
      await seen(/(ButtonPress[^]*?button 4,[^]*?){3}/);
      expect(await ufo.refused('wheel_mouse_input', { wheel_dist: 1_001 })).toContain('“wheel_dist”');
    }),
  texts: async () => {
    await fresh(calculator);
    await ufo.click('6');
    await until(async () => (await ufo.list<string>('texts', await field())).includes('6'));
  },
  'texts.id': async () => {
    await ufo.select(calculator);
    await field();
    expect(await ufo.refused('texts', { id: '777', name: '' })).toContain('not found');
  },
  'texts.name': async () => {
    await ufo.select(calculator);
    expect(await ufo.refused('texts', { ...(await field()), name: 'Other' })).toContain('the name argument is Other');
  },
  wait: async () => {
    expect((await ufo.ok('wait', { seconds: 0.1 })).text).toBe('Successfully waited for 0.1 second(s)');
  },
  'wait.seconds': async () => {
    expect(await ufo.refused('wait', { seconds: -1 })).toMatch(/^Wait time must be a positive number/);
    expect(await ufo.refused('wait', { seconds: 301 })).toMatch(/^Wait time cannot exceed 300 seconds \(5 minutes\)/);
  },
  summary: async () => expect((await ufo.ok('summary', { text: '' })).isError).toBe(false),
  'summary.text': async () => expect((await ufo.ok('summary', { text: 'Seen.' })).text).toBe('Seen.'),
  run_shell: async () => {
    const { data } = await ufo.ok('run_shell', { bash_command: 'gtk3-widget-factory' });
    const { process_id } = data as { process_id: number };
    expect(data).toMatchObject({ window: { handle: expect.any(Number) as number } });
    process.kill(process_id, 'SIGKILL');
  },
  'run_shell.bash_command': async () => {
    expect(await ufo.refused('run_shell', { bash_command: '' })).toMatch(/^Bash command cannot be empty\./);
    expect(await ufo.refused('run_shell', { bash_command: 'xterm' })).toMatch(
      /^Command blocked by security policy\. Only allow-listed applications may be launched\./,
    );
  },
};

it.each(ufoRows.map((row) => [rowName(row), row.verdict] as const))('%s (%s)', async (name) => {
  const proof = proofs[name];
  if (!proof) throw new Error(`No one proves ${name}.`);
  await proof();
});
