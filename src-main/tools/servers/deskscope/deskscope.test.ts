import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contains } from '#contract/model/geometry';
import { descend, element } from '../../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench({ caller: { kind: 'user', name: 'user' } });
});
afterEach(() => bench.close());

async function find(app: string, selector: string) {
  const { items } = await bench.engine.listWindows({});
  const window = items.find((one) => one.app === app)!.id;
  return { window, element: (await bench.engine.find({ window, selector })).matches[0]!.id };
}

it('drags between the recorded positions on its elements, wherever they are now', async () => {
  const { window, element } = await find('calculator', 'role=Button name="7"');
  const end = await find('calculator', 'role=Button name="="');
  await bench.engine.moveWindow({ window, bounds: { x: 40, y: 60 } });
  const [from, to] = await Promise.all([element, end.element].map((id) => bench.engine.details({ element: id })));
  const size = { width: 20, height: 10 };
  const calculator = { app: 'calculator' };
  const drag = { selector: 'role=Button name="7"', window: calculator, at: { x: 1, y: 1 }, size, to: { x: 2, y: 2 } };
  await bench.text('action::step_drag_element', { ...drag, onto: { selector: 'role=Button name="="', size } });
  expect(await bench.fake.input.pointer()).toEqual({ x: to!.bounds!.x + 2, y: to!.bounds!.y + 2 });
  await bench.text('action::step_drag_element', { ...drag, to: { x: 31, y: 1 } });
  expect(await bench.fake.input.pointer()).toEqual({ x: from!.bounds!.x + 31, y: from!.bounds!.y + 1 });
  const gone = { ...drag, onto: { selector: 'name="nowhere"', size }, timeout_ms: 0 };
  expect(await bench.failure('action::step_drag_element', gone)).toContain('element_not_found');
});

it.each([
  ['step_click_place', { at: { x: 5, y: 5 } }],
  ['step_click', { selector: 'role=Button name="7"', at: { x: 5, y: 5 } }],
  ['step_drag', { from: { x: 5, y: 5 }, to: { x: 9, y: 9 } }],
  [
    'step_drag_element',
    { selector: 'role=Button name="7"', at: { x: 5, y: 5 }, size: { width: 20, height: 10 }, to: { x: 9, y: 9 } },
  ],
])('%s presses no place if the recorded look there is unknown', async (tool, named) => {
  const before = await bench.fake.input.pointer();
  const press = { ...named, window: { app: 'calculator' }, unseen: true };
  expect(await bench.failure(`action::${tool}`, press)).toMatch(/state_differs.*is unknown: the app did not answer/s);
  expect(await bench.fake.input.pointer()).toEqual(before);
});

it('points at the position on an element and stays there', async () => {
  const { element } = await find('calculator', 'role=Button name="7"');
  const size = { width: 20, height: 10 };
  const hover = { selector: 'role=Button name="7"', window: { title: 'Calculator' }, at: { x: 3, y: 2 }, size };
  expect(await bench.text('action::step_hover', hover)).toBe('Pointed at Button “7”.');
  const { bounds } = await bench.engine.details({ element });
  expect(await bench.fake.input.pointer()).toEqual({ x: bounds!.x + 3, y: bounds!.y + 2 });
});

it('drags along the recorded way, scaled to its current ends', async () => {
  await find('calculator', 'role=Button name="7"');
  const size = { width: 20, height: 10 };
  const way = { via: [{ x: 0, y: 30 }], by: { x: 40, y: 30 } };
  const drag = { selector: 'role=Button name="7"', window: { app: 'calculator' }, at: { x: 1, y: 1 }, size, way };
  const dragged = vi.spyOn(bench.engine, 'drag');
  await bench.text('action::step_drag_element', { ...drag, to: { x: 41, y: 31 } });
  await bench.text('action::step_drag_element', { ...drag, to: { x: 111, y: 31 } });
  const ways = dragged.mock.calls.map(([{ from, via }]) => via?.map((at) => ({ x: at.x - from.x, y: at.y - from.y })));
  // The corner is at three sevenths of the path, and there is now more content in that proportion.
  expect(ways).toEqual([[{ x: 0, y: 30 }], [{ x: 30, y: 30 }]]);
});

it('drags into another window, unless the place there is covered', async () => {
  const { window } = await find('calculator', 'role=Button name="7"');
  const { window: form, element } = await find('form', 'id=name');
  await bench.engine.moveWindow({ window, bounds: { x: 40, y: 60 } });
  await bench.engine.moveWindow({ window: form, bounds: { x: 700, y: 60 } });
  const size = { width: 20, height: 10 };
  const drag = { selector: 'role=Button name="7"', window: { app: 'calculator' }, at: { x: 1, y: 1 }, size };
  const over = { ...drag, to: { x: 2, y: 2 }, onto: { selector: 'id=name', size, window: { app: 'form' } } };
  await bench.text('action::step_drag_element', over);
  const { bounds } = await bench.engine.details({ element });
  expect(await bench.fake.input.pointer()).toEqual({ x: bounds!.x + 2, y: bounds!.y + 2 });
  await bench.engine.moveWindow({ window, bounds: { x: bounds!.x - 20, y: bounds!.y - 20 } });
  expect(await bench.failure('action::step_drag_element', over)).toContain('“Calculator” covers “Form” at ');
});

const rows = { selector: 'name="Rows"', window: { app: 'rows' } };
/** Ten thousand rows take long to inspect this often. */
function fewerRows() {
  const list = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'rows')!.root.children[0]!;
  list.children = list.children.slice(0, 300);
}
const row = (name: string) => ({ selector: `role=ListItem name="${name}"`, name });

it('scrolls until an element is visible: as far as necessary, towards it, and not at all if it is visible', async () => {
  fewerRows();
  const scroll = (name: string) => bench.text('action::step_scroll', { ...rows, notches: -1, until: row(name) });
  expect(await scroll('Row 70')).toMatch(/^Scrolled List “Rows” by 2\d notches: ListItem “Row 70” shows\.$/);
  expect(await scroll('Row 69')).toContain('by 0 notches');
  expect(await scroll('Row 2')).toContain('ListItem “Row 2” shows');
  const { element } = await find('rows', 'name="Row 2"');
  expect((await bench.engine.details({ element })).states).not.toContain('offscreen');
});

it('stops if the element never becomes visible: it is missing, too far, or one of several', async () => {
  fewerRows();
  const scroll = (until: object, list: object = rows) =>
    bench.failure('action::step_scroll', { ...list, notches: -1, until });
  const fruit = { selector: 'name="Fruit"', window: { app: 'form' } };
  expect(await scroll({ selector: 'name="Plums"' }, fruit)).toMatch(/^element_not_found: .*after 44 notches/);
  expect(await scroll({ selector: 'role=Button name="Remove"' }, fruit)).toMatch(/^multiple_matches/);
  const { element } = await find('rows', 'name="Row 250"');
  expect((await bench.engine.details({ element })).states).toContain('offscreen');
  expect(await scroll(row('Row 250'))).toMatch(/^timeout: ListItem “Row 250” is there, but it does not come into view/);
});

it('turns the wheel beside elements that would change their value', async () => {
  const form = { selector: 'role=Window', window: { app: 'form' } };
  const volume = await find('form', 'name="Volume"');
  const { bounds } = await bench.engine.details({ element: volume.element });
  const { bounds: window } = (await bench.engine.listWindows({})).items.find(({ app }) => app === 'form')!;
  const at = { x: bounds!.x - window.x + 5, y: bounds!.y - window.y + 5 };
  await bench.text('action::step_scroll', { window: form.window, notches: -1, at, size: window });
  const { x, y } = await bench.fake.input.pointer();
  expect(contains(bounds!, { x, y })).toBe(false);
  await bench.text('action::step_scroll', { window: form.window, selector: 'name="Volume"', notches: -1 });
  expect(contains(bounds!, await bench.fake.input.pointer())).toBe(true);
});

it('turns the wheel only if nothing covers the scrolled element', async () => {
  fewerRows();
  const { root } = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'rows')!;
  const { x, y, width, height } = root.children[0]!.place!;
  const cover = (part: number) => element({ controlType: 'Button', name: 'Lid', at: [x, y, width, height * part] });
  root.children = [...root.children, cover(0.7)];
  const scrolled = vi.spyOn(bench.engine, 'scroll');
  await bench.text('action::step_scroll', { ...rows, notches: -1 });
  expect(scrolled.mock.calls[0]![0]).toMatchObject({ on: { element: { name: 'Rows' } } });
  root.children = [...root.children, cover(1)];
  for (const more of [{}, { until: row('Row 70') }])
    expect(await bench.failure('action::step_scroll', { ...rows, notches: -1, ...more })).toContain(
      'wrong_target_window: Button “Lid” covers List “Rows” at ',
    );
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it('focuses elements and runs their patterns', async () => {
  const { element } = await find('form', 'name="Newsletter"');
  expect(await bench.text('action::focus_element', { element })).toContain('Focused [e1] CheckBox “Newsletter”');
  const call = { pattern: 'toggle' };
  expect(await bench.text('action::run_pattern', { element, call })).toBe('Ran toggle on CheckBox “Newsletter”.');
  expect((await bench.engine.details({ element })).states).toContain('checked');
  expect(await bench.failure('action::run_pattern', { element, call: { pattern: 'value', value: 'x' } })).toContain(
    'pattern_not_supported',
  );
});

it('does not type a text without a recorded target into a cell that happens to be active', async () => {
  const form = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;
  const cell = [...descend(form.root)].find(({ name }) => name === '4.10')!;
  cell.set('editable', true);
  form.focused = cell;
  const typed = { text: '7', window: { app: 'form' } };
  expect(await bench.failure('action::step_type_text', { ...typed, unseen: true })).toMatch(
    /state_differs.*4\.10.* is active/s,
  );
  expect(await bench.text('action::step_type_text', typed)).toContain('Typed “7”');
  form.focused = null;
  expect(await bench.text('action::step_type_text', { ...typed, unseen: true })).toContain('Typed “7”');
});

it('checks a text that went to the focused element there', async () => {
  const form = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;
  form.focused = [...descend(form.root)].find(({ automationId }) => automationId === 'name')!;
  const typed = (text: string, expected: string) => {
    const holds = [{ type: 'text', text: expected, contains: true }];
    return { text, window: { app: 'form' }, expected: holds, effect_ms: 100 };
  };
  expect(await bench.text('action::step_type_text', typed('7', '7'))).toContain('It had its effect.');
  expect(await bench.failure('action::step_type_text', typed('8', 'nine'))).toContain(
    'Expected that what has the focus contains “nine”, but it holds “78”',
  );
  // A shape of a drawing has the focus of the paragraph in it.
  const paragraph = element({ controlType: 'Text', name: '', value: 'seven' });
  const shape = element({ controlType: 'Pane', name: 'blue', children: [paragraph] });
  Object.assign(form.root, { children: [...form.root.children, shape] });
  form.focused = shape;
  expect(await bench.text('action::step_type_text', typed('7', 'seven'))).toContain('effect');
  expect(await bench.failure('action::step_type_text', typed('7', 'eight'))).toContain('contains “eight”');
});

it('types into the focused element for a field identified only by its index, and nowhere without focus', async () => {
  const form = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;
  const selector = 'role=Edit near="letter.txt"';
  const keys = { keys: 'End', window: { app: 'form' }, selector, alternatives: ['role=Edit nth=0'], timeout_ms: 100 };
  form.focused = null;
  expect(await bench.failure('action::step_press_keys', keys)).toContain('element_not_found');
  form.focused = [...descend(form.root)].find((each) => each.controlType === 'Edit')!;
  expect(await bench.text('action::step_press_keys', keys)).toContain('Pressed End');
  // The only selectors left are of other fields, or of several, and the field has no name.
  Object.assign(form.focused, { name: '' });
  const unclear = { ...keys, alternatives: ['role=Edit nth=7', 'path=0/0/0/9'] };
  expect(await bench.text('action::step_press_keys', unclear)).toContain('Healed');
  const named = { ...keys, alternatives: ['role=Edit label="City"'] };
  expect(await bench.failure('action::step_press_keys', named)).toContain('element_not_found');
});

it('leaves the focus where it is if keys are for a list and no element is reported to have it', async () => {
  const form = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;
  const keys = { keys: 'Enter', window: { app: 'form' }, selector: 'role=List name="Fruit"' };
  const acts = [vi.spyOn(bench.engine, 'focusElement'), vi.spyOn(bench.engine, 'click')];
  form.focused = null;
  expect(await bench.text('action::step_press_keys', keys)).toContain('Pressed Enter');
  for (const act of acts) expect(act).not.toHaveBeenCalled();
});
