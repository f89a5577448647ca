import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ElementId } from '#contract/model/elements/element';
import type { PatternCall } from '#contract/model/elements/pattern';
import { heldBlocks } from './access/process-memory.ts';
import { createControlsStrategy } from './strategy.ts';
import { startFixture, type ControlsUnderTest } from './testing/fixture.ts';
import { soon } from '../../../testing/outcome.ts';

let gallery: ControlsUnderTest;
/** The first part of the status bar, where the fixture reports events. */
let reports: ElementId;
beforeAll(async () => {
  gallery = await startFixture('gallery');
  const statusBar = (await gallery.one('id=362')).id;
  reports = (await gallery.tree()).find(({ id }) => id === `${statusBar}/0`)!.id;
});
afterAll(() => gallery.close());

const run = (selector: string, call: PatternCall) => gallery.run(selector, call);
const reported = async () => (await gallery.engine.details({ element: reports })).name;
const saysThat = (what: string) => vi.waitFor(async () => expect(await reported()).toBe(what), soon);

test.each([
  ['a push button', 'id=221', { pattern: 'invoke' }, 'Pushed Push me'],
  ['a check box', 'id=201', { pattern: 'toggle' }, 'Pushed Subscribe'],
  ['a check box of three states', 'id=202', { pattern: 'toggle' }, 'Pushed Partly'],
  ['a radio button', 'name=Large', { pattern: 'select' }, 'Pushed Large'],
  ['a tool', 'id=451', { pattern: 'invoke' }, 'Tool New sheet'],
  ['a tool that stays down', 'id=452', { pattern: 'toggle' }, 'Tool Bold'],
  ['a link', 'id=more', { pattern: 'invoke' }, 'Followed the link'],
  ['a field', 'id=301', { pattern: 'value', value: 'Grüße 漢字 😀' }, 'Typed in 301'],
  ['a field of lines', 'id=302', { pattern: 'value', value: 'one\ntwo' }, 'Typed in 302'],
  ['a field for passwords', 'id=304', { pattern: 'value', value: 'other' }, 'Typed in 304'],
  ['a combo box to write in', 'id=311', { pattern: 'value', value: 'Mauve' }, 'Typed in 311'],
  ['a combo box to choose from', 'id=312', { pattern: 'value', value: 'Cherry' }, 'Selected in 312'],
  ['a choice', 'name=Apple', { pattern: 'select' }, 'Selected in 312'],
  ['a row of a list', 'name="Item 17"', { pattern: 'select' }, 'Selected in 321'],
  ['a row that is opened', 'name="Item 2"', { pattern: 'invoke' }, 'Opened in 321'],
  ['one more row', 'name=Delta', { pattern: 'select', how: 'add' }, 'Selected in 322'],
  ['every row', 'id=322', { pattern: 'selection', select: 'all' }, 'Selected in 322'],
  ['a row of a table', 'role=DataItem name=Curie', { pattern: 'select' }, 'Selected row 2'],
  ['a row of a table that is opened', 'role=DataItem name=Hopper', { pattern: 'invoke' }, 'Opened in 331'],
  ['a branch that opens', 'name=Asia', { pattern: 'expand', expanded: true }, 'Expanded in 332'],
  ['a tree item', 'name=Japan', { pattern: 'select' }, 'Selected in 332'],
  ['a slider', 'id=353', { pattern: 'rangeValue', value: 70 }, 'Moved to 70'],
  ['an up-down', 'id=356', { pattern: 'rangeValue', value: 9 }, 'Moved to 9'],
  ['a scroll bar', 'id=357', { pattern: 'rangeValue', value: 25 }, 'Moved to 25'],
] as const)('%s is operated, and its app is notified', async (_what, selector, call, report) => {
  await run(selector, call);
  await saysThat(report);
});

test('a combo box opens, with a notification, and closes', async () => {
  await run('id=312', { pattern: 'expand', expanded: true });
  await saysThat('Dropped 312');
  const closed = await run('id=312', { pattern: 'expand', expanded: false });
  expect(closed.states).not.toContain('expanded');
});

test('a tab shows its page', async () => {
  await run('name=Details', { pattern: 'select' });
  await vi.waitFor(async () => expect((await gallery.one('id=352')).name).toBe('On the details page'), soon);
});

test('selections are as requested', async () => {
  await run('id=322', { pattern: 'selection', select: 'none' });
  await run('name=Beta', { pattern: 'select' });
  await run('name=Gamma', { pattern: 'select', how: 'add' });
  await run('name=Beta', { pattern: 'select', how: 'remove' });
  const { selection } = await gallery.details('id=322');
  expect(selection).toMatchObject({ canSelectMultiple: true, count: 1 });
  expect(selection?.selected.map(({ name }) => name)).toEqual(['Gamma']);
  await run('id=331', { pattern: 'selection', select: 'all' });
  expect((await gallery.details('id=331')).selection?.count).toBe(5);
  await run('id=331', { pattern: 'selection', select: 'none' });
  await run('role=DataItem name=Turing', { pattern: 'select' });
  expect((await gallery.details('id=331')).selection).toMatchObject({ count: 1 });
});

test('text is selected by characters, whatever the line ends', async () => {
  await run('id=302', { pattern: 'value', value: 'one\nzwei 漢字 😀\nthree' });
  const selected = await run('id=302', { pattern: 'text', select: { start: 4, end: 13 } });
  expect(selected.text).toMatchObject({ length: 19, selectedText: 'zwei 漢字 😀' });
  const placed = await run('id=302', { pattern: 'text', select: { start: 14, end: 14 } });
  expect(placed.text).toMatchObject({ caret: 14, selections: [], selectedText: '' });
});

test('lists and texts scroll, and an item is scrolled into view', async () => {
  const bottom = await run('id=321', { pattern: 'scroll', vertical: { to: 100 } });
  expect(bottom.scroll).toEqual({ horizontal: null, vertical: 100 });
  expect((await gallery.one('name="Item 20"')).states).not.toContain('offscreen');
  expect((await gallery.one('name="Item 1"')).states).toContain('offscreen');
  const back = await run('name="Item 1"', { pattern: 'scrollItem' });
  expect(back.states).not.toContain('offscreen');
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  await run('id=302', { pattern: 'value', value: lines });
  expect((await run('id=302', { pattern: 'scroll', vertical: { to: 50 } })).scroll?.vertical).toBeCloseTo(50, -1);
  await run('name=Europe', { pattern: 'expand', expanded: true });
  await run('name=France', { pattern: 'expand', expanded: true });
  expect((await run('name=Kyoto', { pattern: 'scrollItem' })).states).not.toContain('offscreen');
});

test('an open combo box reports the position of its choices', async () => {
  await run('id=312', { pattern: 'expand', expanded: true });
  const cherry = await gallery.one('name=Cherry');
  const { bounds } = cherry;
  expect(cherry.states).toContain('visible');
  expect(bounds?.y).toBeGreaterThan((await gallery.one('id=312')).bounds?.y ?? Infinity);
  const middle = { x: (bounds?.x ?? 0) + 20, y: (bounds?.y ?? 0) + 5 };
  const hit = createControlsStrategy().hitTest(gallery.window, middle);
  expect(cherry.id).toBe(`window:${gallery.window.id}|runtime:${hit}`);
  await run('id=312', { pattern: 'expand', expanded: false });
});

test('a date is set, and an invalid one is refused', async () => {
  expect((await run('id=359', { pattern: 'value', value: '2031-12-05' })).value).toBe('2031-12-05');
  await expect(run('id=359', { pattern: 'value', value: 'tomorrow' })).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
});

test('the focus moves as requested', async () => {
  const { engine } = gallery;
  for (const selector of ['id=301', 'id=322', 'id=311', 'id=221', 'id=332']) {
    const { id: element } = await gallery.one(selector);
    await engine.focusElement({ element });
    const focused = (await gallery.tree()).filter(({ states }) => states.includes('focused'));
    const path = (await engine.ancestors({ element: focused.at(-1)!.id })).map(({ id }) => id);
    expect([...path, focused.at(-1)?.id], selector).toContain(element);
  }
  const { id: disabled } = await gallery.one('id=222');
  await expect(engine.focusElement({ element: disabled })).rejects.toMatchObject({ code: 'pattern_not_supported' });
});

test('unsupported patterns are refused, and no memory is left in the program', async () => {
  const refused = { code: 'pattern_not_supported', delivery: 'not_delivered' };
  await expect(run('id=203', { pattern: 'toggle' })).rejects.toMatchObject(refused);
  await expect(run('id=303', { pattern: 'value', value: 'x' })).rejects.toMatchObject(refused);
  await expect(run('id=221', { pattern: 'expand', expanded: true })).rejects.toMatchObject(refused);
  await expect(run('id=353', { pattern: 'rangeValue', value: 101 })).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  const strategy = createControlsStrategy();
  for (const node of await gallery.tree()) {
    const runtimeId = node.id.replace(/^.*\|runtime:/, '');
    if (node.controlType !== 'TitleBar') strategy.details(gallery.window, runtimeId);
  }
  expect(heldBlocks()).toBe(0);
});

test('a dialog opened by a button blocks no call', async () => {
  const { engine, window } = gallery;
  await run('id=223', { pattern: 'invoke' });
  const dialog = await vi.waitFor(async () => {
    const { items } = await engine.listWindows({});
    const found = items.find(({ title }) => title === 'Fixture Dialog');
    if (!found) throw new Error('There is no dialog.');
    return found;
  }, soon);
  const one = async (selector: string) => (await engine.find({ window: dialog.id, selector })).matches[0]!.id;
  expect((await gallery.one('id=221')).states).not.toContain('enabled');
  await engine.runPattern({ element: await one('id=501'), call: { pattern: 'value', value: 'Ada' } });
  await engine.focusElement({ element: await one('id=2') });
  await engine.runPattern({ element: await one('id=1'), call: { pattern: 'invoke' } });
  await saysThat('Hello Ada');
  expect((await engine.tree({ window: window.id })).truncated).toBeNull();
});

test('a title bar closes its window', async () => {
  const other = await startFixture('calculator');
  await other.run('id=Close', { pattern: 'invoke' });
  const titles = async () => (await other.engine.listWindows({})).items.map(({ title }) => title);
  await vi.waitFor(async () => expect(await titles()).not.toContain(other.window.title), soon);
  await other.close();
});
