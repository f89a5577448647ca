import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descend, element } from '../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';
import { inputSchema, scopeOf } from '../registry.ts';
import { coreTools } from './index.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

const tools = scopeOf(['core']).callable;

async function call(name: string, parameters: object) {
  const outcome = await bench.run(name, parameters, { tools });
  if (!outcome.ok) return `${outcome.error.code}: ${outcome.error.message} ${outcome.error.hint}`;
  return [outcome.result.text, outcome.result.note].filter(Boolean).join('\n');
}

/** About 3,000 tokens of o200k, at 4.6 characters of these schemas per token; `npm run test:agent` counts them. */
const mostCharacters = 13_500;

describe('the schemas that clients see', () => {
  it('are small, with one tool per purpose', () => {
    const reported = coreTools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema(tool),
    }));
    expect(reported.map(({ name }) => name)).toHaveLength(22);
    expect(JSON.stringify(reported).length).toBeLessThan(mostCharacters);
    expect(JSON.stringify(reported)).not.toMatch(/\$schema|dry_run|additionalProperties|9007199254740991/);
  });

  it('match: every argument in them is one of the tool', () => {
    for (const { input, brief } of coreTools) {
      for (const field of Object.keys(brief!.shown.shape)) {
        const read = Object.keys(brief!.reads({ [field]: true }));
        for (const name of read) expect([...Object.keys(input.shape), 'all']).toContain(name);
      }
    }
  });

  it('leave every other tool callable by its name, in its own form', () => {
    const names = scopeOf(['core']).callable.map(({ name }) => name);
    for (const name of ['click_input', 'get_tree', 'close_window', 'ui_automation', 'set_checked']) {
      expect(names).toContain(name);
    }
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('one vocabulary', () => {
  it.each([
    ['a title', { window: 'Calculator' }],
    ['a part of one', { window: 'alcul' }],
    ['a program', { window: 'calculator' }],
    ['an object', { window: { app: 'calculator', title: 'Calc' } }],
    ['the names of other contracts', { windowHandle: 'Calculator' }],
    ['title beside the rest', { title: 'Calculator' }],
    ['app_name', { app_name: 'calculator' }],
  ])('names a window by %s', async (_, window) => {
    expect(await call('click_element', { name: '7', ...window })).toMatch(/^Clicked \[e\d+\] Button “7” in window 0x/);
  });

  it('names a window by handle and pid, as text or number', async () => {
    const { items } = await bench.engine.listWindows({});
    const { id, processId } = items.find(({ title }) => title === 'Calculator')!;
    for (const window of [id, Number(id), String(processId), processId]) {
      expect(await call('focus_window', { window })).toContain('“Calculator”');
      expect(await call('find_element', { window, name: 'Display' })).toContain('“Calculator”');
    }
  });

  it('names an element by ref, selector or position', async () => {
    const [, ref] = /\[(e\d+)\] Button “7”/.exec(await call('snapshot', { window: 'Calculator' }))!;
    const [, x, y] = /“7” \((\d+),(\d+)/.exec(
      await call('find_element', { window: 'Calculator', name: '7', places: true }),
    )!;
    const place = `${Number(x) + 5},${Number(y) + 5}`;
    for (const element of [ref, 'role=Button name="7"', place]) {
      expect(await call('click_element', { element, window: 'Calculator' })).toContain('Button “7”');
    }
    expect(await call('click_element', { id: ref })).toContain('Button “7”');
  });

  it.each([[['ctrl+a', 'Delete']], ['ctrl+a Delete'], ['{VK_CONTROL}a{DELETE}']])('reads the keys %j', async (keys) => {
    expect(await call('press_keys', { keys, window: 'Calculator' })).toContain('Pressed ctrl+a Delete in');
  });

  it.each([
    ['press_keys', { keys: 'ctrl+k' }, 'whether it took the keys could not be verified'],
    ['scroll', { direction: 'down' }, 'whether it took the wheel could not be verified'],
    ['keyboard_input', { keys: 'x' }, 'could not be read back'],
    ['step_press_keys', { keys: 'ctrl+k' }, 'could not be read back'],
  ])('%s reports it if its element is gone afterwards', async (name, input, words) => {
    const { desktop, devices } = bench.fake;
    const { items } = await bench.engine.listWindows({});
    const { id } = items.find(({ title }) => title.includes('Editor'))!;
    const [page] = (await bench.engine.find({ window: id, selector: 'role=Document' })).matches;
    const element = bench.session.refs.refOf(page!.id);
    const act = () => {
      const named = { press_keys: { element }, scroll: { element }, keyboard_input: { id: element } }[name];
      return bench.text(name, { window: 'Editor', ...(named ?? { selector: 'role=Document' }), ...input });
    };
    expect(await act()).not.toContain(words);
    devices.listen(({ type }) => {
      if (type !== 'move') desktop.window(id).root.children = [];
    });
    expect(await act()).toContain(words);
  });

  it('reports it if a button is disabled after a click', async () => {
    const { items } = await bench.engine.listWindows({});
    const calculator = bench.fake.desktop.window(items.find(({ title }) => title === 'Calculator')!.id);
    const click = () => call('click_element', { window: 'Calculator', name: '7' });
    const doubt = 'It is disabled now: whether it took the click before could not be verified.';
    expect(await click()).not.toContain(doubt);
    const seven = [...descend(calculator.root)].find(({ name }) => name === '7')!;
    bench.fake.devices.listen((input) => {
      if (input.type === 'button' && !input.down) seven.set('enabled', false);
    });
    expect(await click()).toContain(doubt);
  });

  it.each([
    ['CheckBox', [], 'It is not checked: whether it took the click could not be verified.'],
    ['CheckBox', ['checked'], 'It is still checked: whether it took the click could not be verified.'],
    ['RadioButton', [], 'It is not checked: whether it took the click could not be verified.'],
  ] as const)('reports it if a %s %j shows nothing of a click', async (controlType, states, doubt) => {
    const box = element({ controlType, name: 'Box', at: [10, 10, 100, 20], states: ['checkable', ...states] });
    const root = element({ controlType: 'Window', name: 'Boxes', children: [box] });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Boxes', app: 'boxes', className: 'Boxes', content, root });
    Object.assign(box, { set: () => undefined });
    expect(await call('click_element', { window: 'Boxes', name: 'Box' })).toContain(doubt);
  });

  it('does not call a value undelivered because a later step of the same call was', async () => {
    const range = { minimum: 0, maximum: 100, current: 5 };
    const loud = element({ controlType: 'Slider', name: 'Loud', at: [10, 10, 100, 20], range });
    const root = element({ controlType: 'Window', name: 'Sound', children: [loud] });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Sound', app: 'sound', className: 'Sound', content, root });
    Object.defineProperty(loud.range, 'current', { get: () => 5, set: () => loud.set('enabled', false) });
    expect(await bench.run('set_value', { window: 'Sound', name: 'Loud', value: '40' }, { tools })).toMatchObject({
      ok: false,
      error: { code: 'pattern_not_supported', delivery: 'unknown' },
    });
  });

  describe('text for an item of a tree', () => {
    const textFor = async (toolkit: string, focusable: boolean) => {
      const cell = element({ controlType: 'DataItem', name: 'Network', at: [10, 10, 100, 20] });
      cell.set('focusable', focusable);
      const tree = element({ controlType: 'Tree', name: 'Places', at: [0, 0, 200, 100], children: [cell] });
      const root = element({ controlType: 'Window', name: 'Files', children: [tree] });
      const content = { x: 300, y: 300, width: 300, height: 200 };
      bench.fake.desktop.open({ title: 'Files', app: 'files', className: 'Files', toolkit, content, root });
      let clicks = 0;
      bench.fake.devices.listen((input) => void (clicks += input.type === 'button' && input.down ? 1 : 0));
      const set = { window: 'Files', name: 'Network', control_type: 'DataItem', value: 'x' };
      return { answer: await bench.run('set_value', set, { tools }), clicks };
    };

    it('is refused before a click, in Qt', async () => {
      const { answer, clicks } = await textFor('qt', true);
      expect(answer).toMatchObject({ ok: false, error: { code: 'pattern_not_supported', delivery: 'not_delivered' } });
      expect(clicks).toBe(0);
    });

    it('may have opened something if the click did not make it the current one', async () => {
      const { answer } = await textFor('java', false);
      expect(answer).toMatchObject({ ok: false, error: { code: 'not_verified', delivery: 'unknown' } });
    });
  });

  it('says what may have taken a click of which a box shows nothing', async () => {
    const box = element({ controlType: 'CheckBox', name: 'Box', at: [10, 10, 100, 20], states: ['checkable'] });
    const root = element({ controlType: 'Window', name: 'Boxes', children: [box] });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Boxes', app: 'boxes', className: 'Boxes', content, root });
    Object.assign(box, { set: () => undefined });
    bench.fake.devices.listen((input) => {
      const isUp = input.type === 'button' && !input.down;
      if (isUp) root.children = [box, element({ controlType: 'Image', name: 'Panel', at: [0, 0, 150, 50] })];
    });
    expect(await call('click_element', { window: 'Boxes', name: 'Box' })).toContain(
      'CheckBox “Box” shows nothing of the click: Image “Panel” covers CheckBox “Box”',
    );
  });

  it.each([
    ['shorter', { x: 0, y: 20, width: 40, height: 20 }],
    ['lower, with another one in its place', { x: 0, y: 40, width: 100, height: 20 }],
  ])('clicks a text at its position after the pointer has made it %s', async (_, place) => {
    const pressed: string[] = [];
    const textOf = (name: string, y: number) =>
      element({ controlType: 'Text', name, at: [0, y, 100, 20], onInvoke: () => pressed.push(name) });
    const [oslo, bergen] = [textOf('Oslo', 20), textOf('Bergen', 0)];
    const list = element({ controlType: 'Group', at: [10, 10, 100, 60], children: [oslo, bergen] });
    const root = element({ controlType: 'Window', name: 'Suggestions', children: [list] });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Suggestions', app: 'suggestions', className: 'Suggestions', content, root });
    bench.fake.devices.listen(({ type }) => {
      if (type !== 'move') return;
      oslo.place = place;
      bergen.place = place.y > 20 ? { x: 0, y: 20, width: 100, height: 20 } : bergen.place;
    });
    expect(await call('click_element', { window: 'Suggestions', name: 'Oslo' })).toMatch(/^Clicked/);
    expect(pressed).toEqual(['Oslo']);
  });

  it.each([
    ['scroll', 'Scrolled down'],
    ['hover', 'Hovers over'],
  ])('accepts a disabled element for %s: it has a tooltip, and scrolls', async (tool, done) => {
    const terms = element({ controlType: 'Edit', name: 'Terms', at: [10, 10, 100, 60] });
    terms.set('enabled', false);
    const root = element({ controlType: 'Window', name: 'Agreement', children: [terms] });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Agreement', app: 'agreement', className: 'Agreement', content, root });
    expect(await call(tool, { window: 'Agreement', name: 'Terms' })).toMatch(new RegExp(`^${done}`));
  });

  it('does not type by name into a field that has another name once focused; by ref it does', async () => {
    const note = element({
      controlType: 'Edit',
      name: 'Note',
      states: ['editable', 'focusable'],
      at: [10, 10, 90, 30],
    });
    const root = element({ controlType: 'Window', name: 'Renaming', children: [note] });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Renaming', app: 'renaming', className: 'Renaming', content, root });
    let typed = 0;
    bench.fake.devices.listen(({ type }) => {
      if (type === 'button') note.name = 'Password hint';
      if (type === 'key') typed++;
    });
    const text = { window: 'Renaming', text: 'Anna', clear_first: false };
    expect(await bench.run('type_text', { ...text, name: 'Note' })).toMatchObject({
      ok: false,
      error: { code: 'element_stale', message: 'Edit “Note” is called “Password hint” now. Nothing was typed.' },
    });
    expect(typed).toBe(0);
    note.name = 'Note';
    const [, ref = ''] = /\[(e\d+)\] Edit/.exec(await call('snapshot', { window: 'Renaming' }))!;
    await bench.run('type_text', { element: ref, text: 'Anna', clear_first: false });
    expect(typed).toBeGreaterThan(0);
  });

  it('clicks an option again if the list stays open with another choice', async () => {
    const form = bench.fake.desktop.start('form');
    const options = ['Red', 'Blue'].map((name, row) =>
      element({ controlType: 'ListItem', name, at: [10, 40 + row * 20, 100, 20] }),
    );
    const list = element({
      controlType: 'ComboBox',
      name: 'Colour',
      at: [10, 10, 100, 30],
      value: 'Red',
      children: options,
      states: ['expandable', 'focusable'],
    });
    form.root.children = [list];
    let presses = 0;
    bench.fake.devices.listen((input) => {
      if (input.type !== 'button' || input.down || ++presses < 2) return;
      list.value = 'Blue';
      list.set('expanded', false);
    });
    await call('select_option', { name: 'Colour', value: 'Blue', window: form.id });
    expect(presses).toBe(2);
    expect(list.value).toBe('Blue');
  });

  it('means the button with the options, not its label', async () => {
    const form = bench.fake.desktop.start('form');
    const label = element({ controlType: 'Text', name: 'Save', at: [10, 10, 50, 30] });
    const entry = element({ controlType: 'MenuItem', name: 'Save all', at: [70, 40, 100, 20], states: ['selectable'] });
    const button = element({ controlType: 'Button', name: 'Save', at: [70, 10, 100, 30], children: [entry] });
    form.root.children = [label, button];
    await call('select_option', { name: 'Save', value: 'Save all', window: form.id });
    expect(entry.has('selected')).toBe(true);
  });

  it('does not report “not delivered” if an option was selected and opening its list failed', async () => {
    const form = bench.fake.desktop.start('form');
    const options = ['Red', 'Blue'].map((name, row) =>
      element({ controlType: 'ListItem', name, at: [10, 40 + row * 20, 100, 20], states: ['selectable'] }),
    );
    const list = element({
      controlType: 'ComboBox',
      name: 'Colour',
      at: [10, 10, 100, 30],
      value: 'Red',
      children: options,
      states: ['expandable', 'focusable'],
      onChange: () => {
        list.value = 'Red';
        list.set('enabled', false);
        for (const option of options) option.set('selected', option.name === 'Red');
      },
    });
    form.root.children = [list];
    const outcome = await bench.run('select_option', { name: 'Colour', value: 'Blue', window: form.id });
    expect(outcome).toMatchObject({ ok: false, error: { delivery: 'unknown' } });
  });

  it.each([{ x: 100, y: 120 }, { coordinate: [100, 120] }, { at: { x: 100, y: 120 } }, { element: '100,120' }])(
    'reads the position %j',
    async (place) => {
      expect(await call('click_at', place)).toBe('Clicked at 100, 120.');
    },
  );

  it('reads a region by its sides or its size', async () => {
    for (const region of [
      { x: 1, y: 2, width: 29, height: 38 },
      { left: 1, top: 2, right: 30, bottom: 40 },
    ]) {
      expect(await call('screenshot', { region })).toContain('screen pixels 1, 2, 29 × 38');
    }
  });

  it('types into the focused element by default', async () => {
    expect(await call('type_text', { window: 'Calculator', text: '7' })).toMatch(/^Typed .*in window 0x/);
  });

  it('reports what the focused element holds after typing', async () => {
    const states = ['editable', 'focusable', 'focused'] as const;
    const field = element({ controlType: 'Edit', name: 'Note', at: [10, 10, 200, 20], value: 'Old', states });
    const root = element({ controlType: 'Window', name: 'Notes', children: [field] });
    const content = { x: 300, y: 200, width: 400, height: 300 };
    bench.fake.desktop.open({ title: 'Notes', app: 'notes', className: 'N', content, root }).focused = field;
    expect(await call('type_text', { window: 'Notes', text: ' new' })).toContain(`= “${field.value}”`);
    expect(field.value).toContain('new');
  });

  it('sets a value, a check state and an expanded state', async () => {
    const box = { name: 'Keep history', window: 'Calculator' };
    expect(await call('set_value', { ...box, checked: true })).toMatch(/checked/);
    expect(await call('set_value', { ...box })).toContain('exactly one of “value”, “checked”, “expanded”');
    expect(await call('set_value', { ...box, checked: true, value: 3 })).toContain('exactly one');
  });

  it.each<[string, object, string]>([
    [
      'click_element',
      { name: '7', window: ['x', 'y'] },
      '“window”: expected its title, program, pid or handle as a text',
    ],
    ['click_element', { name: '7', window: { tite: 'x' } }, 'there is no argument “tite”'],
    ['click_element', { name: '7', control_type: 'Buton' }, 'Did you mean Button?'],
    ['press_keys', { keys: 'hello{ENTER}' }, '“hello” is text and no key. Type texts with type_text'],
    ['press_keys', { keys: '{VK_CONTRO' }, 'unpaired brace'],
    ['click_at', { x: 0.5, y: 0.5 }, '“x”: expected whole screen pixels; fractions of a window go to'],
    ['click_at', { coordinate: [1, 2, 3] }, '“x” is missing'],
    ['screenshot', { region: [1, 2, 3, 4] }, '“region”: expected x, y, width and height, or left, top, right'],
    ['wait_for_element', { name: 'x', timeout: 5 }, 'there is no argument “timeout”. wait_for_element takes'],
  ])('refuses %s with %j, and reports how to fix it', async (name, parameters, words) => {
    const answer = await call(name, { window: 'Calculator', ...parameters });
    expect(answer).toMatch(/^invalid_parameter: /);
    expect(answer).toContain(words);
  });

  it('reads its own forms unchanged, as for a held call', () => {
    for (const { brief } of coreTools) {
      const once = brief!.reads({ window: { app: 'a' }, element: 'role=Button', all: true, text: 'x', keys: '{F5}' });
      expect(brief!.reads(once)).toEqual(once);
    }
  });
});

describe('answers', () => {
  it('list usable elements, one short line each, with positions on request', async () => {
    const short = await call('snapshot', { window: 'Calculator' });
    expect(short).not.toMatch(/\(\d+,\d+ \d+×/);
    expect(short).not.toContain('Group');
    const whole = await call('snapshot', { window: 'Calculator', all: true, places: true });
    expect(whole).toContain('Group “keypad” (90,226 220×180)');
  });

  it('come in pages', async () => {
    const page = await call('snapshot', { window: 'Ten thousand rows', offset: 100 });
    expect(page).toMatch(/Showing elements 101 to 200 of \d+. Next page: offset 200/);
  });

  it('are text only, with structure on request', async () => {
    const run = async (parameters: object) =>
      bench.run('find_element', { window: 'Calculator', ...parameters }, { tools });
    expect(await run({ name: '7' })).toMatchObject({ ok: true, textAlone: true });
    expect(await run({ name: 'nothing' })).toMatchObject({ ok: false, textAlone: true });
    const asked = await run({ name: '7', structured: true });
    expect(asked.textAlone).toBeUndefined();
    expect(asked).toMatchObject({ result: { data: { success: true } } });
  });
});
