import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contains } from '#contract/model/geometry';
import { descend, element } from '../../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

const calculator = { app: 'calculator' };
const form = { app: 'form' };
const key = (name: string) => ({ selector: `role=Button name="${name}"`, window: calculator });
const display = async () =>
  JSON.parse(await bench.text('texts', { selector: 'id="display"', window: calculator })) as string[];

/** Selects a window as UFO's HostAgent does and lists its controls; returns a look-up of ids by name. */
async function select(title: string): Promise<(name: string) => string> {
  const windows = JSON.parse(await bench.text('get_desktop_app_info')) as { id: string; name: string }[];
  const { id } = windows.find((window) => window.name === title)!;
  await bench.text('action::select_application_window', { id, name: title });
  const listed = await bench.text('get_app_window_controls_info', { field_list: ['control_text'] });
  const controls = JSON.parse(listed) as { label: string; control_text: string }[];
  return (name) => controls.find((control) => control.control_text === name)!.label;
}

it('clicks and scrolls the visible part of an element that is longer than its window', async () => {
  const page = element({ controlType: 'Document', name: 'Long page', at: [0, 0, 200, 9_000] });
  const root = element({ controlType: 'Window', name: 'Reader', children: [page] });
  const content = { x: 400, y: 300, width: 200, height: 100 };
  const { bounds } = bench.fake.desktop.open({ title: 'Reader', app: 'reader', className: 'Reader', content, root });
  for (const [tool, more] of [
    ['click_input', {}],
    ['wheel_mouse_input', { wheel_dist: -1 }],
  ] as const) {
    bench.fake.devices.move({ x: 0, y: 0 });
    await bench.text(tool, { selector: 'name="Long page"', window: { app: 'reader' }, ...more });
    expect(contains(bounds, bench.fake.devices.pointer), tool).toBe(true);
  }
});

describe('click_input', () => {
  it('calculates 7 × 6 = 42 by selectors', async () => {
    for (const name of ['7', '×', '6', '=']) await bench.text('click_input', key(name));
    expect(await display()).toEqual(['Display', '42']);
  });

  it('calculates 7 × 6 = 42 by ids, answering in UFO’s words', async () => {
    const id = await select('Calculator');
    const texts: string[] = [];
    for (const name of ['7', '×', '6', '='])
      texts.push(await bench.text('action::click_input', { id: id(name), name }));
    expect(await display()).toEqual(['Display', '42']);
    expect(new Set(texts)).toEqual(
      new Set(["Click action has been executed, with parameters: {'button': 'left', 'double': False}"]),
    );
  });

  it('refuses a wrong name before it acts', async () => {
    const id = await select('Calculator');
    expect(await bench.failure('click_input', { id: id('7'), name: '8' })).toBe(
      `invalid_parameter: The name of your chosen control id ${id('7')} is 7, but the name argument is 8. Nothing was done.`,
    );
    expect(await bench.failure('click_input', { ...key('7'), name: '8' })).toContain('invalid_parameter');
    expect(await display()).toEqual(['Display', '0']);
  });

  it('leaves the windows alone for a wrong name of a control', async () => {
    const id = await select('Calculator');
    bench.fake.desktop.start('notes');
    expect(await bench.failure('click_input', { id: id('7'), name: '8' })).toContain('Nothing was done.');
    const { items } = await bench.engine.listWindows({});
    expect(items.find(({ active }) => active)?.app).toBe('notes');
  });

  it('reports why an id is invalid', async () => {
    expect(await bench.failure('click_input', { id: '1', name: '7' })).toBe(
      'invalid_parameter: No controls available. Please call get_app_window_controls_info first.',
    );
    await select('Form');
    expect(await bench.failure('click_input', { id: '999', name: '7' })).toMatch(
      /^invalid_parameter: Control with id '999' not found\. Available control ids: \['1', '2'/,
    );
    expect(await bench.failure('click_input', { id: '1' })).toContain('The name of the control is missing');
    expect(await bench.failure('click_input', {})).toContain('Set its id and name, or a selector');
  });

  it('refuses two matches with a narrower selector for each', async () => {
    const outcome = await bench.run('click_input', { selector: 'name="Remove"', window: form });
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    expect(outcome.error).toMatchObject({ code: 'multiple_matches', delivery: 'not_delivered', data: { total: 3 } });
    const { candidates } = outcome.error.data as { candidates: { selector: string }[] };
    expect(new Set(candidates.map((one) => one.selector)).size).toBe(3);
    expect(outcome.error.message).toContain(candidates[0]!.selector);
    expect(await bench.text('click_input', { selector: candidates[1]!.selector, window: form })).toContain('executed');
    expect(await bench.text('texts', { selector: 'name="Removed row 2"', window: form })).toContain('Removed row 2');
  });

  it('uses an alternative only when the selector matches nothing, and reports it', async () => {
    const outcome = await bench.run('click_input', {
      selector: 'id="seven"',
      alternatives: ['name="Nope"', 'role=Button name="7"'],
      window: calculator,
      timeout_ms: 100,
    });
    expect(outcome.resolution?.healedFrom).toBe('role=Button name="7"');
    expect(outcome.ok && outcome.result.note).toBe(
      'Healed: “id="seven"” matched nothing, so the alternative “role=Button name="7"” was used.',
    );
    expect(await display()).toEqual(['Display', '7']);
  });

  it('does not use an alternative that matches several', async () => {
    const parameters = { selector: 'id="gone"', alternatives: ['name="Remove"'], window: form, timeout_ms: 0 };
    expect(await bench.failure('click_input', parameters)).toBe('element_not_found: No element matches “id="gone"”.');
  });

  it('waits for the window and the element', async () => {
    bench.fake.desktop.close(bench.fake.desktop.windows.find((window) => window.title === 'Calculator')!);
    setTimeout(() => bench.fake.desktop.start('calculator'), 300);
    const outcome = await bench.run('click_input', { ...key('9'), timeout_ms: 3_000 });
    expect(outcome).toMatchObject({ ok: true, resolution: { matchCount: 1 } });
    expect(await display()).toEqual(['Display', '9']);
  });

  it('explains why an existing element cannot be used', async () => {
    const outcome = await bench.run('click_input', { selector: 'name="Never"', window: form, timeout_ms: 50 });
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'timeout', delivery: 'not_delivered', message: 'Button “Never” was found, but it is disabled.' },
    });
  });

  it('reports a missing window, and ambiguous ones', async () => {
    expect(await bench.failure('click_input', { selector: 'name="7"', timeout_ms: 0 })).toBe(
      'window_not_found: UI state not initialized. Please select an application window first.',
    );
    expect(
      await bench.failure('click_input', { selector: 'name="7"', window: { app: 'no' }, timeout_ms: 0 }),
    ).toContain('window_not_found: There is no window for no');
    bench.fake.desktop.start('calculator');
    expect(await bench.failure('click_input', key('7'))).toContain('multiple_matches: 2 windows for calculator');
  });

  it('holds modifiers and releases them', async () => {
    const text = await bench.text('click_input', { ...key('7'), modifiers: ['ctrl'] });
    expect(text).toContain("'modifiers': ['ctrl']");
    expect(bench.fake.devices.held).toEqual([]);
  });
});

describe('coordinates', () => {
  it('clicks at fractions of the selected window', async () => {
    await select('Calculator');
    const { bounds } = bench.session.selected!;
    const seven = { x: 80 + 10 + 26, y: 100 + 126 + 21 };
    const [x, y] = [(seven.x + 0.5 - bounds.x) / bounds.width, (seven.y + 0.5 - bounds.y) / bounds.height];
    expect(await bench.text('click_on_coordinates', { x, y })).toBe(
      `The click action has been executed at (${seven.x}, ${seven.y}) with button 'left' and single click.`,
    );
    expect(await display()).toEqual(['Display', '7']);
  });

  it('refuses fractions outside the window', async () => {
    await select('Calculator');
    expect(await bench.failure('click_on_coordinates', { x: 1.5, y: 0 })).toBe(
      'invalid_parameter: click_on_coordinates: “x”: must be from 0 to 1.',
    );
    expect(await bench.failure('drag_on_coordinates', { start_x: 0, start_y: 0, end_x: -0.25, end_y: 0 })).toContain(
      '“end_x”: must be from 0 to 1',
    );
  });

  it('drags', async () => {
    await select('Calculator');
    const { bounds } = bench.session.selected!;
    const text = await bench.text('drag_on_coordinates', {
      start_x: 0,
      start_y: 0.5,
      end_x: 1,
      end_y: 1,
      duration: 0.1,
    });
    const from = `(${bounds.x}, ${bounds.y + Math.trunc(bounds.height / 2)})`;
    const to = `(${bounds.x + bounds.width - 1}, ${bounds.y + bounds.height - 1})`;
    expect(text).toBe(
      `The drag action has been executed from ${from} to ${to}, with a duration of 0.1 and a button 'left' held down.`,
    );
    expect(bench.fake.devices.pointer).toEqual({ x: bounds.x + bounds.width - 1, y: bounds.y + bounds.height - 1 });
  });

  it('holds a modifier while it drags', async () => {
    await select('Calculator');
    const way = { start_x: 0.1, start_y: 0.5, end_x: 0.2, end_y: 0.5, duration: 0 };
    expect(await bench.text('drag_on_coordinates', { ...way, key_hold: 'shift' })).toContain('has been executed');
    expect(await bench.failure('drag_on_coordinates', { ...way, key_hold: 'q' })).toContain('“key_hold”: “q”');
  });

  it('reports that no window is selected', async () => {
    expect(await bench.failure('click_on_coordinates', { x: 0, y: 0 })).toBe(
      'window_not_found: UI state not initialized. Please select an application window first.',
    );
  });
});

describe('set_edit_text', () => {
  const field = { selector: 'role=Edit name="Name"', window: form };
  const value = async () => (JSON.parse(await bench.text('texts', field)) as string[])[1];

  it('sets, appends and reads back', async () => {
    expect(await bench.text('set_edit_text', { ...field, text: "it's", clear_current_text: true })).toBe(
      `Executed action set_edit_text(text="it's", clear_current_text=True), the field was read back and holds the text.`,
    );
    await bench.text('set_edit_text', { ...field, text: ' me' });
    expect(await value()).toBe("it's me");
    await bench.text('set_edit_text', { ...field, text: '', clear_current_text: true });
    expect(await value()).toBeUndefined();
  });

  it('types if the field takes no value', async () => {
    bench.fake.faults.set('deaf', 'run');
    await bench.text('set_edit_text', { ...field, text: 'first', clear_current_text: true });
    await bench.text('set_edit_text', { ...field, text: 'second', clear_current_text: true });
    expect(await value()).toBe('second');
  }, 10_000);

  it('fails if the text does not arrive', async () => {
    bench.fake.faults.set('deaf', 'run');
    bench.fake.faults.set('deaf', 'input');
    const outcome = await bench.run('set_edit_text', { ...field, text: 'lost', clear_current_text: true });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not_verified', delivery: 'delivered' } });
  }, 10_000);

  it('does not echo text for a password field, or declared secret', async () => {
    const password = { selector: 'name="Password" role=Edit', window: form };
    const echo = await bench.text('set_edit_text', { ...password, text: 'hunter2', clear_current_text: true });
    expect(echo).toContain("text='•••'");
    expect(echo).toContain('please check the application');
    expect(await bench.text('set_edit_text', { ...field, text: 'hunter2', secret: true })).not.toContain('hunter2');
  });
});

describe('keyboard_input', () => {
  it('types with blanks, into the window or a control, and answers in pywinauto’s notation', async () => {
    const field = { selector: 'role=Edit name="Name"', window: form };
    expect(await bench.text('keyboard_input', { ...field, keys: 'hello world 100%' })).toBe('hello world 100{%}');
    expect(JSON.parse(await bench.text('texts', field))).toEqual(['Name', 'hello world 100%']);
    await bench.text('keyboard_input', { ...field, keys: '{VK_CONTROL}a{DELETE}bye' });
    expect(JSON.parse(await bench.text('texts', field))).toEqual(['Name', 'bye']);
    await bench.text('keyboard_input', { window: calculator, keys: '7*6{ENTER}' });
    expect(await display()).toEqual(['Display', '42']);
  });

  it('answers UFO’s transformed keys', async () => {
    await select('Form');
    expect(await bench.text('keyboard_input', { keys: '{VK_CONTROL}c', control_focus: false })).toBe('^c');
  });

  it.each([
    ['keyboard_input', { selector: 'role=Edit name="Name"', window: form, keys: 'ann{TAB}hunter2' }],
    [
      'keyboard_input',
      { selector: 'role=Edit name="Name"', window: form, keys: 'ann{TAB}hunter2', control_focus: false },
    ],
    ['step_type_text', { selector: 'role=Edit name="Name"', window: form, text: 'ann\thunter2' }],
    ['press_keys', { window: 'Form', keys: 'Tab h u n t e r 2' }],
    ['set_edit_text', { selector: 'role=Edit name="Name"', window: form, text: 'ann\thunter2' }],
    ['step_set_text', { selector: 'role=Edit name="Name"', window: form, text: 'ann\thunter2' }],
    ['set_edit_text', { selector: 'role=Edit name="Name"', window: form, text: 'ann\nhunter2' }],
    ['type_text', { window: 'Form', name: 'Name', text: 'ann\thunter2' }],
    ['type_text', { window: 'Form', name: 'Name', text: 'hunter2', secret: true }],
  ])('omits from traces keys that continue in a password field: %s %j', async (tool, call) => {
    const reported: unknown[] = [];
    await bench.close();
    bench = await createBench({
      observers: [
        { before: (start) => void reported.push(start.parameters), after: (end) => void reported.push(end.text) },
      ],
    });
    reported.push(await bench.text(tool, call));
    expect(JSON.stringify(reported)).not.toMatch(/hunter2|h u n t/);
  });

  it.each([
    ['keyboard_input', { selector: 'role=Edit name="Name"', window: form, keys: 'one{ENTER}two' }],
    ['keyboard_input', { window: form, keys: 'one{ENTER}two' }],
    ['step_type_text', { selector: 'role=Edit name="Name"', window: form, text: 'one\ntwo' }],
    ['set_edit_text', { selector: 'role=Edit name="Name"', window: form, text: 'one\ntwo' }],
    ['type_text', { window: 'Form', name: 'Name', text: 'one\ntwo' }],
  ])('shows lines of a comment beside a password field: %s %j', async (tool, call) => {
    const reported: unknown[] = [];
    await bench.close();
    bench = await createBench({
      observers: [{ before: (start) => void reported.push(start.parameters), after: () => undefined }],
    });
    const { root } = bench.fake.desktop.windows.find(({ title }) => title === 'Form')!;
    for (const { name, states } of descend(root)) if (name === 'Name') states.add('multiline');
    await bench.text('click_input', { selector: 'role=Edit name="Name"', window: form });
    await bench.text(tool, call);
    expect(JSON.stringify(reported.at(-1))).toContain('two');
  });

  it('shows keys that continue elsewhere', async () => {
    expect(await bench.text('keyboard_input', { window: { title: 'Editor' }, keys: 'a{TAB}b' })).toContain('a{TAB}b');
  });

  it('does not echo keys typed while a password field has focus', async () => {
    const focus = { selector: 'role=Edit name="Password"', window: form, keys: 'hunter2' };
    expect(await bench.text('keyboard_input', focus)).toBe('•••');
    expect(await bench.text('keyboard_input', { window: form, keys: 'hunter2' })).toBe('•••');
  });
});

describe('wheel, texts, wait, summary', () => {
  it('scrolls a control or the window', async () => {
    expect(await bench.text('wheel_mouse_input', { selector: 'name="Fruit"', window: form, wheel_dist: -2 })).toBe(
      'The wheel mouse input action has been executed on the selected control.',
    );
    expect(await bench.text('wheel_mouse_input', { window: form, wheel_dist: 1 })).toBe(
      'The wheel mouse input action has been executed on the application window.',
    );
  });

  it('waits, within limits, reporting progress', async () => {
    const progress: number[] = [];
    const outcome = await bench.run('wait', { seconds: 0.05 }, { progress: (fraction) => progress.push(fraction) });
    expect(outcome).toMatchObject({ ok: true, result: { text: 'Successfully waited for 0.05 second(s)' } });
    expect(progress.at(-1)).toBe(1);
    expect(await bench.text('wait', { seconds: 0 })).toBe('Successfully waited for 0 second(s)');
    expect(await bench.failure('wait', { seconds: -1 })).toBe('invalid_parameter: Wait time must be a positive number');
    expect(await bench.failure('wait', { seconds: 301 })).toBe(
      'invalid_parameter: Wait time cannot exceed 300 seconds (5 minutes)',
    );
  });

  it('passes a summary through', async () => {
    expect(await bench.text('action::summary', { text: 'done' })).toBe('done');
  });
});
