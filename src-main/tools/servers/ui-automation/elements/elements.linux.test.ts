import type { WindowId } from '#contract/model/windows/window';
import type { ElementId } from '#contract/model/elements/element';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../../engine/backends/linux/testing/apps/target-app.ts';
import { toolSets } from '../../../registry.ts';
import { resultText, type CallResult } from '../../../../mcp/testing/client.ts';
import { linuxBench, type LinuxBench } from '../../../../mcp/testing/linux-bench.ts';

let bench: LinuxBench;
let calculator: WindowId;
let factory: WindowId;
let editor: WindowId;
/** Tools that were called and worked. */
const used = new Set<string>();

beforeAll(async () => {
  bench = await linuxBench();
  const callTool = bench.client.callTool.bind(bench.client);
  bench.client.callTool = async (params, options) => {
    const result = await callTool(params, options);
    if (!result.isError) used.add(params.name);
    return result;
  };
  calculator = await bench.open('galculator');
  factory = await bench.open('gtk3-widget-factory');
  editor = await bench.open('mousepad', ['--disable-server']);
}, 60_000);
afterAll(() => bench.close());

interface Element {
  readonly ref: string;
  readonly elementId: ElementId;
  readonly value?: string;
  readonly boundingRect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const one = async (tool: string, parameters: object) =>
  (await bench.data<{ element: Element }>(tool, parameters)).element;
const details = (element: ElementId) => bench.engine.details({ element });
const middle = ({ boundingRect: { x, y, width, height } }: Element) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});
const fieldOf = async () => (await bench.engine.find({ window: editor, selector: 'role=Edit' })).matches[0]!;

it('reads a window in lines with lasting refs, and reports changes', async () => {
  const whole = await bench.words('snapshot', { window: calculator });
  const [, ref] = /\[(e\d+)\] Button “7”/.exec(whole)!;
  await bench.words('click_element', { element: ref });
  const again = await bench.words('snapshot', { window: calculator });
  expect(again).toContain(`[${ref}] Button “7”`);
  await bench.words('click_element', { name: '8', window: calculator });
  const changes = await bench.words('snapshot', { window: calculator, changes_only: true });
  expect(changes).toMatch(/\n~ \[e\d+\] Edit = “78”/);
  expect(changes.split('\n').length).toBeLessThan(8);
  const short = await bench.words('snapshot', { window: calculator, max_elements: 5 });
  expect(short).toMatch(/Showing elements 1 to 5 of \d+. Next page: offset 5/);
  const bare = await bench.words('snapshot', { window: factory, interactive_only: true });
  expect(bare).not.toMatch(/^ *\[e\d+\] (Text|Separator|Image) /m);
  expect(bare).toContain('CheckBox “checkbutton”');
  const part = await bench.words('snapshot', { window: factory, max_depth: 1 });
  expect(part).toContain('There is more below');
  const result = await bench.call('snapshot', { window: calculator });
  expect(result.structuredContent).toBeUndefined();
});

it('reports everything about an element, by ref, at a point, and for the focus', async () => {
  const { ref, elementId, boundingRect } = await one('find_element', { name: 'sqrt', window: calculator });
  const reported = await bench.words('get_element', { element: ref });
  expect(reported).toContain('role: ');
  expect(reported).toContain('toolkit: {"name":"gtk3"');
  await bench.data('focus_window', { handle: calculator });
  const at = middle({ ref, elementId, boundingRect });
  expect((await one('element_at_point', at)).elementId).toBe(elementId);
  const field = await fieldOf();
  await bench.data('focus_element', { element: field.id });
  await until(async () => (await one('get_focused_element', { window: editor })).elementId === field.id);
});

it('suggests selectors that find the element again', async () => {
  const { ref, elementId } = await one('find_element', { name: 'sqrt', window: calculator });
  const { selectors } = await bench.data<{ selectors: { selector: string }[] }>('get_selectors', { element: ref });
  for (const { selector } of selectors) {
    expect((await one('find_element', { selector, window: calculator })).elementId).toBe(elementId);
  }
});

it('reads tables, in parts', async () => {
  const table = { control_type: 'Table', window: factory };
  expect(await bench.data('read_table', table)).toMatchObject({
    headers: ['Cool', 'Icon', 'Name', 'Nick'],
    rowCount: 4,
    columnCount: 4,
    rows: expect.arrayContaining([['', '', 'Otto', 'chaotic']]) as unknown,
  });
  const part = await bench.words('read_table', { ...table, first_row: 1, max_rows: 1 });
  expect(part).toContain('rows 1 to 1 of 4');
  expect(part).toContain('Otto');
  expect(part).toContain('2 rows follow: ask with first_row 2');
});

it('takes pictures with numbers for refs', async () => {
  const marked = await bench.call('screenshot', { window: calculator, annotate: true });
  expect(imageOf(marked)).toBeGreaterThan(1_000);
  expect(marked.structuredContent).toBeUndefined();
  const [, ref] = /\n\d+: \[(e\d+)\] Button “sqrt”/.exec(resultText(marked))!;
  expect((await one('get_element', { element: ref })).ref).toBe(ref);
  expect(imageOf(await bench.call('screenshot', { element: ref }))).toBeLessThan(imageOf(marked));
  const region = { x: 0, y: 0, width: 40, height: 30 };
  expect(await bench.words('screenshot', { region })).toContain('0, 0, 40 × 30');
  expect(await bench.words('screenshot', { monitor: 0, max_width: 400 })).toContain('monitor 0');
  expect(await bench.error('screenshot', { region, monitor: 0 })).toMatchObject({
    error: { code: 'invalid_parameter' },
  });
});

it('types a number that its app has at once, and leaves it as it was if the text is none', async () => {
  const spinner = { selector: 'role=Spinner nth=0', window: factory };
  const { elementId } = await one('type_text', { ...spinner, text: '7' });
  expect((await details(elementId)).range?.current).toBe(7);
  expect(await bench.error('type_text', { ...spinner, text: 'many' })).toMatchObject({
    error: { code: 'not_verified' },
  });
  expect(await details(elementId)).toMatchObject({ value: '7', range: { current: 7 } });
});

/** The drop-down list, which has no name, by its selection. */
async function listThatShows(value: string): Promise<string> {
  const { matches } = await bench.engine.find({ window: factory, selector: 'role=ComboBox' });
  return matches.find((each) => each.value === value)!.id;
}

it('sets values and states, once', async () => {
  expect((await one('set_value', { selector: 'role=Spinner nth=0', window: factory, value: '42' })).value).toBe('42');
  const field = await fieldOf();
  expect((await one('set_value', { element: field.id, value: 'written' })).value).toBe('written');
  const box = { selector: 'role=CheckBox name="checkbutton" nth=4', window: factory };
  for (const checked of [true, true, false]) {
    const { elementId } = await one('set_checked', { ...box, checked });
    expect((await details(elementId)).states.includes('checked')).toBe(checked);
  }
  const combo = { element: await listThatShows('Left') };
  for (const expanded of [true, true, false]) {
    const { elementId } = await one('set_expanded', { ...combo, expanded });
    expect((await details(elementId)).states.includes('expanded')).toBe(expanded);
  }
});

it('types, presses keys, and clicks at points', async () => {
  const field = await fieldOf();
  await bench.words('type_text', { element: field.id, text: 'one two' });
  await bench.words('press_keys', { keys: 'ctrl+a Delete', element: field.id, window: editor });
  await until(async () => (await details(field.id)).value === '');
  await bench.words('press_keys', { keys: 'a', repeat: 3, window: editor });
  await until(async () => (await details(field.id)).value === 'aaa');
  await bench.words('click_element', { name: 'AC', window: calculator });
  const nine = await one('find_element', { name: '9', window: calculator });
  await bench.words('click_at', middle(nine));
  await until(async () => (await bench.words('get_text', { window: calculator })).split('\n')[6] === '> 9');
});

it('replaces a text whose app takes Ctrl+A for a command', async () => {
  const window = await bench.open('gtk4-print-editor');
  const { id } = (await bench.engine.find({ window, selector: 'role=Edit' })).matches[0]!;
  for (const value of ['one\ntwo', 'three', ''])
    expect((await one('set_value', { element: id, value })).value ?? '').toBe(value);
  const opened = (await bench.engine.listWindows({})).items.map(({ title }) => title);
  expect(opened.filter((title) => title.startsWith('About'))).toEqual([]);
});

it('drags, scrolls and hovers', async () => {
  await bench.data('focus_window', { handle: factory });
  const slider = (await bench.engine.find({ window: factory, selector: 'role=Slider nth=0' })).matches[0]!;
  // With its handle in the middle, where an element is dragged.
  await bench.words('set_value', { element: slider.id, value: '50' });
  const { x, y, width, height } = slider.bounds!;
  const to = `${Math.round(x + width * 0.8)},${Math.round(y + height / 2)}`;
  await bench.words('drag', { from: slider.id, to });
  await until(async () => ((await details(slider.id)).range?.current ?? 0) > 60);
  const demo = await bench.open('gtk3-demo');
  const table = (await bench.engine.find({ window: demo, selector: 'role=Table' })).matches[0]!;
  // The order of its bars varies between starts; only that of the list moves here.
  const bars = (await bench.engine.find({ window: demo, selector: 'role=ScrollBar' })).matches;
  const scrolled = async () => {
    const all = await Promise.all(bars.map(({ id }) => details(id)));
    return Math.max(...all.map(({ range }) => range?.current ?? 0));
  };
  await bench.words('scroll', { element: table.id, direction: 'down', notches: 4 });
  await until(async () => (await scrolled()) > 0);
  await bench.words('scroll', { element: table.id, direction: 'up', notches: 40 });
  await until(async () => (await scrolled()) === 0);
  expect(await bench.words('scroll_into_view', { name: 'Tool Palette', window: demo })).toContain('In view');
  expect(await bench.words('move_mouse', { to: table.id })).toContain('The mouse is at Table');
  expect(await bench.words('hover', { element: table.id })).toContain('Hovers over');
  await bench.end(demo);
});

it('reads pixels, trees and options, and waits', async () => {
  await bench.data('focus_window', { handle: calculator });
  expect(await bench.words('read_screen_text', { window: calculator })).toContain('Calculator');
  expect(await bench.words('read_element_text', { control_type: 'MenuBar', window: calculator })).toContain('Help');
  expect(await bench.words('parse_screen', { window: calculator })).toContain('Menu “Help”');
  expect(await bench.words('check_window', { window: calculator })).toContain('“galculator”');
  expect(await bench.words('ocr_status')).toContain('ready');
  expect(await bench.words('list_calls', { limit: 3 })).toContain('data_collection::ocr_status');
  expect(await bench.words('get_tree', { window: calculator, max_depth: 1 })).toContain('MenuBar');
  await bench.words('select_option', { element: await listThatShows('Middle'), value: 'Right' });
  const box = await one('find_element', { selector: 'role=CheckBox name="checkbutton" nth=4', window: factory });
  await bench.words('invoke_pattern', { element: box.ref, pattern: 'Toggle' });
  await bench.words('wait_for_element', { element: box.ref, until: 'enabled' });
});

it('every tool of the set was tested above, and their names are short', () => {
  const names = toolSets.elements.map(({ name }) => name);
  expect(names.filter((name) => !used.has(name))).toEqual([]);
  expect(names.filter((name) => !/^[a-z][a-z0-9_]{3,19}$/.test(name))).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(30);
});

/** Size of its picture, in base64 bytes. */
function imageOf({ content }: CallResult): number {
  return content.find(({ type }) => type === 'image')?.data?.length ?? 0;
}
