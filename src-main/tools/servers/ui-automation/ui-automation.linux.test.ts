import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import type { ElementId } from '#contract/model/elements/element';
import { findElectron } from '../../../../scripts/lib/electron-runtime.mjs';
import { targetApps, temporaryFolder } from '../../../engine/backends/linux/testing/folders.ts';
import { until } from '../../../engine/backends/linux/testing/apps/target-app.ts';
import { resultText } from '../../../mcp/testing/client.ts';
import { linuxBench, type LinuxBench } from '../../../mcp/testing/linux-bench.ts';

let bench: LinuxBench;
let calculator: string;
let factory: string;
let editor: string;

beforeAll(async () => {
  bench = await linuxBench();
  calculator = await bench.open('galculator');
  factory = await bench.open('gtk3-widget-factory');
  editor = await bench.open('mousepad', ['--disable-server']);
}, 60_000);
afterAll(() => bench.close());

interface Element {
  readonly elementId: ElementId;
  readonly name: string;
  readonly controlType: string;
  readonly value?: string;
  readonly boundingRect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly supportedPatterns: readonly string[];
  readonly isOffscreen: boolean;
  readonly children?: readonly Element[];
}

interface Answer {
  readonly element: Element;
  readonly elements: readonly Element[];
  readonly text: string;
  readonly diagnostics: { readonly windowTitle: string; readonly elementsScanned: number };
}

const ui = (action: string, parameters: object = {}) => bench.data<Answer>('ui_automation', { action, ...parameters });
const state = async (element: ElementId) => (await bench.engine.details({ element })).states;

/** A drop-down list without a name, by its selection. */
async function listThatShows(value: string): Promise<ElementId> {
  const { elements } = await ui('find', { controlType: 'ComboBox', windowHandle: factory });
  return elements.find((each) => each.value === value)!.elementId;
}

async function shown(): Promise<string> {
  const { elements } = await ui('find', { controlType: 'Edit', windowHandle: calculator });
  return elements.find(({ isOffscreen }) => !isOffscreen)?.value?.trim() ?? '';
}

describe('reading', () => {
  it('finds a button by a part of its name, its type in any case, and by both', async () => {
    const { element, diagnostics } = await ui('find', { name: 'QR', controlType: 'button', windowHandle: calculator });
    const { processId } = (await bench.engine.listWindows({})).items.find(({ id }) => id === calculator)!;
    expect(element).toMatchObject({
      name: 'sqrt',
      controlType: 'Button',
      automationId: '',
      isEnabled: true,
      isOffscreen: false,
      monitorIndex: 0,
      supportedPatterns: expect.arrayContaining(['Invoke']) as string[],
      window: { title: 'galculator', app: 'galculator', pid: processId },
    });
    expect(element.boundingRect.width).toBeGreaterThan(20);
    expect(diagnostics).toMatchObject({ windowTitle: 'galculator' });
    expect(diagnostics.elementsScanned).toBeGreaterThan(30);
    const decimal = await ui('find', { name: 'sqrt', windowHandle: String(Number(calculator)) });
    expect(decimal.element.elementId).toBe(element.elementId);
  });

  it('finds all of a type, only below a parent, and no deeper than asked', async () => {
    const { elements } = await ui('find', { controlType: 'TabItem', windowHandle: factory });
    expect(elements).toHaveLength(12);
    const tabs = await ui('find', { controlType: 'Tab', includeChildren: true, windowHandle: factory });
    const [first] = tabs.elements;
    expect(first!.children!.map(({ name }) => name)).toEqual(['page 1', 'page 2', 'page 3']);
    const below = await ui('find', { controlType: 'TabItem', parentElementId: first!.elementId });
    expect(below.elements.map(({ elementId }) => elementId)).toEqual(
      first!.children!.map(({ elementId }) => elementId),
    );
    expect((await ui('find', { controlType: 'Window', maxDepth: 0, windowHandle: factory })).element).toBeDefined();
    const near = { action: 'find', controlType: 'TabItem', maxDepth: 2, windowHandle: factory };
    expect(await bench.error('ui_automation', near)).toMatchObject({ errorType: 'element_not_found' });
  });

  it('reads trees as deep as asked, of the types asked, without hidden layout', async () => {
    const { elements } = await ui('get_tree', { windowHandle: calculator });
    const [root] = elements;
    expect(root).toMatchObject({ controlType: 'Window', name: 'galculator', window: { app: 'galculator' } });
    const menus = root!.children!.find(({ controlType }) => controlType === 'MenuBar')!;
    expect(menus.children!.map(({ name }) => name)).toEqual(['File', 'Edit', 'View', 'Calculator', 'Help']);
    const flat = await ui('get_tree', { windowHandle: calculator, maxDepth: 1 });
    expect(flat.elements[0]!.children!.every((child) => child.children === undefined)).toBe(true);
    const typed = await ui('get_tree', { windowHandle: calculator, controlTypes: 'edit, Menu' });
    const types = typed.elements[0]!.children!.map(({ controlType }) => controlType);
    expect(types).toEqual(['Menu', 'Menu', 'Menu', 'Menu', 'Menu', 'Edit']);
    const call = await bench.call('ui_automation', { action: 'get_tree', windowHandle: calculator });
    expect(resultText(call)).toMatch(/\n {2}\[e\d+\] Button “sqrt” \(\d+,\d+ \d+×\d+\)\n/);
    expect(resultText(call).length).toBeLessThan(JSON.stringify(call.structuredContent).length / 4);
  });

  it('reads the text of a window, of an element, and of it alone', async () => {
    expect((await ui('get_text', { windowHandle: calculator })).text.split('\n')).toEqual(
      expect.arrayContaining(['galculator', 'File', 'sqrt']),
    );
    const { elements } = await ui('find', { controlType: 'Tab', windowHandle: factory });
    const [{ elementId }] = elements as [Element];
    expect((await ui('get_text', { elementId })).text).toBe('page 1\npage 2\npage 3');
    expect((await ui('get_text', { elementId, includeChildren: false })).text).toBe('');
  });

  it('without a window reads the one in front', async () => {
    await bench.data('focus_window', { handle: calculator });
    expect((await ui('get_tree')).diagnostics.windowTitle).toBe('galculator');
    expect((await ui('find', { name: 'sqrt' })).element.name).toBe('sqrt');
    await bench.data('focus_window', { handle: factory });
    expect((await ui('get_text')).text).toContain('page 1');
  });
});

describe('acting', () => {
  it('clicks a sum together', async () => {
    for (const name of ['AC', '7', '*', '6', '=']) await ui('find_and_click', { name, windowHandle: calculator });
    expect(await shown()).toBe('42');
    // A name that is a part of others is matched in full.
    await ui('find_and_click', { name: 'C', controlType: 'Button', windowHandle: calculator, timeout_ms: 1_000 });
    expect(await shown()).toBe('0');
  });

  it('clicks the one of many that a suggested selector matches', async () => {
    const ambiguous = { action: 'find_and_click', name: 'checkbutton', windowHandle: factory };
    const { diagnostics } = await bench.error<{
      diagnostics: { multipleMatches: { selector: string; elementId: ElementId }[] };
    }>('ui_automation', ambiguous);
    const enabled = [];
    for (const one of diagnostics.multipleMatches) {
      if ((await state(one.elementId)).includes('enabled')) enabled.push(one);
    }
    const [{ selector, elementId }] = enabled as [(typeof enabled)[number]];
    const before = (await state(elementId)).includes('checked');
    const { element } = await ui('find_and_click', { selector, windowHandle: factory });
    expect(element.elementId).toBe(elementId);
    await until(async () => (await state(elementId)).includes('checked') !== before);
  });

  it('types text, replacing or appending', async () => {
    const field = { selector: 'role=Edit', windowHandle: editor };
    const typed = await ui('find_and_type', { ...field, text: 'Grüße\n漢字' });
    expect(typed.element.value).toBe('Grüße\n漢字');
    const longer = await ui('find_and_type', { elementId: typed.element.elementId, text: '!', clearFirst: false });
    expect(longer.element.value).toBe('Grüße\n漢字!');
    expect((await ui('get_text', { elementId: typed.element.elementId })).text).toBe('Grüße\n漢字!');
  });

  it('selects in drop-down lists, tab bars and tables', async () => {
    const { element } = await ui('find_and_select', { elementId: await listThatShows('Middle'), value: 'right' });
    expect((await bench.engine.details({ element: element.elementId })).selection).toMatchObject({
      selected: [{ name: 'Right' }],
    });
    await ui('find_and_select', { elementId: element.elementId, value: 'Middle' });
    const tabs = await ui('find', { controlType: 'Tab', includeChildren: true, windowHandle: factory });
    const [{ elementId, children }] = tabs.elements as [Element];
    await ui('find_and_select', { elementId, value: 'page 3' });
    expect(await state(children![2]!.elementId)).toContain('selected');
    await ui('find_and_select', { elementId, value: 'page 1' });
    const table = (await ui('find', { controlType: 'Table', windowHandle: factory })).element;
    await ui('find_and_select', { elementId: table.elementId, value: 'Otto' });
    expect((await bench.engine.details({ element: table.elementId })).selection?.count).toBe(1);
  });

  it('invokes patterns: Invoke, Toggle, ExpandCollapse, Value, RangeValue', async () => {
    const equals = (await ui('find', { name: '9', windowHandle: calculator })).element;
    await ui('find_and_click', { name: 'AC', windowHandle: calculator });
    await ui('invoke', { elementId: equals.elementId, pattern: 'Invoke' });
    await until(async () => (await shown()) === '9');
    const boxes = (await ui('find', { name: 'checkbutton', controlType: 'CheckBox', windowHandle: factory })).elements;
    const box = boxes[4]!.elementId;
    const before = (await state(box)).includes('checked');
    await ui('invoke', { elementId: box, pattern: 'Toggle' });
    expect((await state(box)).includes('checked')).toBe(!before);
    const combo = await listThatShows('Left');
    await ui('invoke', { elementId: combo, pattern: 'ExpandCollapse' });
    expect(await state(combo)).toContain('expanded');
    await ui('invoke', { elementId: combo, pattern: 'ExpandCollapse', value: 'collapse' });
    expect(await state(combo)).not.toContain('expanded');
    const spinner = (await ui('find', { controlType: 'Spinner', windowHandle: factory })).elements[0]!;
    expect(spinner.supportedPatterns).toContain('RangeValue');
    const spun = await ui('invoke', { elementId: spinner.elementId, pattern: 'RangeValue', value: '77' });
    expect(spun.element.value).toBe('77');
    const field = (await ui('find', { selector: 'role=Edit', windowHandle: editor })).element;
    const set = await ui('invoke', { elementId: field.elementId, pattern: 'Value', value: 'set' });
    expect(set.element.value).toBe('set');
  });

  it('focuses an element, and brings its window to the front', async () => {
    await bench.data('focus_window', { handle: calculator });
    const field = (await ui('find', { selector: 'role=Edit', windowHandle: editor })).element;
    await ui('focus', { elementId: field.elementId });
    await until(async () => (await state(field.elementId)).includes('focused'));
    const { items } = await bench.engine.listWindows({});
    expect(items.find(({ active }) => active)?.id).toBe(editor);
  });

  it('waits for a dialog that its own action opens', async () => {
    await bench.data('press_keys', { keys: 'ctrl+o', window: editor });
    const { element } = await ui('wait_for', { name: 'Cancel', controlType: 'Button', timeout_ms: 20_000 });
    expect(element).toMatchObject({ name: 'Cancel', window: { app: 'mousepad' } });
    const modal = await ui('wait_for', { controlType: 'Window', name: 'Open File' });
    expect(modal.element.controlType).toBe('Window');
    await ui('find_and_click', { elementId: element.elementId });
    await bench.data('wait_for_element', { element: element.elementId, until: 'disappears', timeout_ms: 20_000 });
  });
});

describe('scrolling', () => {
  it('shows off-screen rows, down and up, and detects what is in view', async () => {
    const demo = await bench.open('gtk3-demo');
    const row = { name: 'Tool Palette', controlType: 'DataItem', windowHandle: demo };
    expect((await ui('find', row)).element).toMatchObject({ isOffscreen: true, boundingRect: null });
    const down = await ui('scroll_into_view', row);
    expect(down.element).toMatchObject({ name: 'Tool Palette', isOffscreen: false });
    const parentElementId = (await ui('find', { controlType: 'Table', windowHandle: demo })).element.elementId;
    const near = { name: 'Assistant', parentElementId, timeout_ms: 15_000 };
    const first = await ui('scroll_into_view', near);
    expect(first.element.boundingRect.y).toBeLessThan(down.element.boundingRect.y);
    const again = await bench.words('ui_automation', {
      action: 'scroll_into_view',
      elementId: first.element.elementId,
    });
    expect(again).toContain('Already in view');
    await bench.end(demo);
  });
});

describe('reading pixels', () => {
  it('reads an element, a region and a monitor, in words with their places', async () => {
    await bench.data('focus_window', { handle: calculator });
    const menus = (await ui('find', { controlType: 'MenuBar', windowHandle: calculator })).element;
    const read = await bench.data<Ocr>('ui_automation', { action: 'ocr_element', elementId: menus.elementId });
    expect(read.text).toMatch(/File.*Edit.*View.*Calculator.*Help/s);
    expect(read).toMatchObject({ language: 'en-US', element: { controlType: 'MenuBar' } });
    const word = read.lines.flatMap(({ words }) => words).find(({ text }) => text === 'Calculator')!;
    const { x, y, width, height } = menus.boundingRect;
    expect(word.boundingRect.x).toBeGreaterThan(x + 100);
    expect(word.boundingRect.x + word.boundingRect.width).toBeLessThan(x + width);
    const region = { action: 'ocr', source: 'region', monitorIndex: 0, x, y, width, height, language: 'en-GB' };
    expect((await bench.data<Ocr>('ui_automation', region)).text).toMatch(/File.*Help/s);
    const padded = {
      action: 'ocr_element',
      controlType: 'MenuBar',
      windowHandle: calculator,
      padding: 3,
      language: 'en',
    };
    expect((await bench.data<Ocr>('ui_automation', padded)).boundingRect).toEqual({
      x: x - 3,
      y: y - 3,
      width: width + 6,
      height: height + 6,
    });
    const screen = await bench.data<Ocr>('ui_automation', { action: 'ocr' });
    expect(screen.text).toContain('Calculator');
  });

  it('lists the languages', async () => {
    expect(await bench.data('ui_automation', { action: 'ocr_status' })).toMatchObject({
      success: true,
      action: 'ocr_status',
      legacyAvailable: true,
      engine: expect.stringContaining('tesseract') as string,
      supportedLanguages: expect.arrayContaining(['en-US']) as string[],
    });
  });
});

describe('a page', () => {
  it('is controlled by its ids', async () => {
    const electron = await findElectron();
    const page = await bench.open(
      electron.executable,
      [
        '--no-sandbox',
        '--disable-gpu',
        '--force-renderer-accessibility',
        join(targetApps, 'electron-app'),
        `--user-data-dir=${temporaryFolder()}`,
      ],
      {
        title: /A form/,
        env: { ACCESSIBILITY_ENABLED: '1' },
        ready: (nodes) => nodes.some(({ name }) => name === 'Press'),
      },
    );
    const of = (automationId: string) => ({ automationId, windowHandle: page, timeout_ms: 20_000 });
    expect((await ui('wait_for', of('press'))).element).toMatchObject({ automationId: 'press', name: 'Press' });
    expect((await ui('find', { ...of('agree'), controlType: 'CheckBox' })).element.name).toContain('Agree');
    await ui('find_and_click', { ...of('press'), controlType: 'button' });
    await ui('wait_for', { name: 'Pressed', windowHandle: page, timeout_ms: 20_000 });
    const typed = await ui('find_and_type', { ...of('name'), text: 'Grace', controlType: 'Edit' });
    expect(typed.element.value).toBe('Grace');
    const longer = await ui('find_and_type', { name: 'Name', text: '!', clearFirst: false, windowHandle: page });
    expect(longer.element.value).toBe('Grace!');
    const secret = await bench.call('ui_automation', { action: 'find_and_type', ...of('secret'), text: 'hunter2' });
    expect(secret.isError).toBeUndefined();
    expect(JSON.stringify(secret)).not.toContain('hunter2');
    const { element } = await ui('find_and_select', { ...of('colour'), value: 'Blue' });
    const blue = await ui('find', { name: 'Blue', parentElementId: element.elementId });
    expect(await state(blue.element.elementId)).toContain('selected');
    const far = { name: 'Far below', controlType: 'Button', windowHandle: page };
    expect((await ui('find', far)).element.isOffscreen).toBe(true);
    expect((await ui('scroll_into_view', far)).element.isOffscreen).toBe(false);
    const button = {
      action: 'ocr_element',
      automationId: 'below',
      controlType: 'Button',
      name: 'Far',
      windowHandle: page,
    };
    expect((await bench.data<Ocr>('ui_automation', button)).text).toMatch(/Far below/);
    await bench.end(page);
  });
});

interface Ocr {
  readonly text: string;
  readonly boundingRect: Element['boundingRect'];
  readonly lines: readonly {
    readonly words: readonly { readonly text: string; readonly boundingRect: Element['boundingRect'] }[];
  }[];
}
