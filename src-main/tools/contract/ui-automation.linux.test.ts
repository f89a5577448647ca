import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElementId } from '#contract/model/elements/element';
import { until } from '../../engine/backends/linux/testing/apps/target-app.ts';
import { linuxBench, type LinuxBench } from '../../mcp/testing/linux-bench.ts';
import { rowName } from './row.ts';
import { uiAutomationRows } from './ui-automation.ts';
import { chromiumFlags } from '../../engine/testing/programs.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Element {
  readonly elementId: ElementId;
  readonly automationId: string;
  readonly name: string;
  readonly controlType: string;
  readonly value?: string;
  readonly boundingRect: Box;
  readonly isOffscreen: boolean;
  readonly supportedPatterns?: readonly string[];
  readonly children?: readonly Element[];
}

interface Answer {
  readonly element: Element;
  readonly elements: readonly Element[];
  readonly text: string;
  readonly boundingRect: Box;
  readonly language: string;
  readonly supportedLanguages: readonly string[];
}

type Parameters = Readonly<Record<string, unknown>>;

let bench: LinuxBench;
let profile: string;
/** A page in a browser: its elements have automation ids. */
let page: string;
let calculator: string;

beforeAll(async () => {
  bench = await linuxBench();
  profile = mkdtempSync(join(tmpdir(), 'deskscope-contract-'));
  const form = fileURLToPath(new URL('../../../e2e/target-apps/linux/form.html', import.meta.url));
  const flags = [...chromiumFlags, '--disable-gpu', '--force-renderer-accessibility'];
  calculator = await bench.open('galculator');
  page = await bench.open('chromium', [...flags, `--user-data-dir=${profile}`, `file://${form}`], {
    ready: (nodes) => nodes.some((node) => node.name === 'Far below'),
  });
});
afterAll(async () => {
  await bench.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** In the page by default. */
const ui = (action: string, parameters: Parameters = {}) =>
  bench.data<Answer>('ui_automation', { action, windowHandle: page, ...parameters });
const plain = (action: string, parameters: Parameters = {}) =>
  bench.data<Answer>('ui_automation', { action, ...parameters });
const refused = (action: string, parameters: Parameters = {}) =>
  bench.error<{ errorType: string; errorMessage: string }>('ui_automation', { action, ...parameters });
const found = async (parameters: Parameters) => (await ui('find', parameters)).element;
const idOf = async (automationId: string) => (await found({ automationId })).elementId;

const field = { automationId: 'name' };
const pressing = { automationId: 'press' };
const choosing = { automationId: 'colour' };
const calc = () => ({ windowHandle: calculator });

/** Arguments of an action besides the element. */
const needs: Readonly<Record<string, Parameters>> = {
  find_and_type: { text: 'x' },
  find_and_select: { value: 'Blue' },
};

/** A wrong handle is refused, and the right one as a decimal number works. */
async function provesWindow(action: string, parameters: Parameters): Promise<void> {
  expect(await refused(action, { ...parameters, windowHandle: '0xdead01' })).toMatchObject({
    errorType: 'window_not_found',
  });
  await ui(action, { ...parameters, windowHandle: String(Number(page)) });
  await ui(action, { ...parameters, windowHandle: 'A form' });
}

/** Waits as long as asked for a missing element, and at most ten minutes. */
async function provesTimeout(action: string): Promise<void> {
  const parameters = { name: 'No such thing', ...needs[action], windowHandle: page };
  const started = Date.now();
  const { errorType } = await refused(action, { ...parameters, timeout_ms: 300 });
  expect(['element_not_found', 'timeout', 'scroll_exhausted']).toContain(errorType);
  if (action !== 'scroll_into_view') expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  expect((await refused(action, { ...parameters, timeout_ms: 600_001 })).errorMessage).toContain('timeout_ms');
}

/** An unknown type is refused with the list of types. */
async function provesType(action: string, parameters: Parameters): Promise<void> {
  const wrong = await refused(action, { ...parameters, windowHandle: page, controlType: 'Knob' });
  expect(wrong).toMatchObject({
    errorType: 'invalid_parameter',
    errorMessage: expect.stringContaining('Button') as string,
  });
}

/** A call without a name is refused with the required names. */
async function provesOneOf(action: string): Promise<void> {
  const { errorType, errorMessage } = await refused(action, { ...needs[action], windowHandle: page });
  expect(errorType).toBe('invalid_parameter');
  expect(errorMessage).toContain('automationId');
}

const value = async () => (await found(field)).value;
const region = async () => {
  const { boundingRect } = (await ui('find', { controlType: 'MenuBar', ...calc() })).element;
  return { source: 'region', monitorIndex: 0, ...boundingRect };
};
const provesSide = (side: string) => async () => {
  const whole = await region();
  const { [side]: _, ...part } = whole as Record<string, unknown>;
  expect((await refused('ocr', part)).errorMessage).toContain(side);
};

/** One proof per row of the table, by its name. */
const proofs: Readonly<Record<string, () => Promise<void>>> = {
  find: async () => {
    expect(await found(pressing)).toMatchObject({
      automationId: 'press',
      controlType: 'Button',
      isEnabled: true,
      isOffscreen: false,
      monitorIndex: 0,
      window: { app: expect.stringContaining('chrom') as string },
    });
  },
  'find.name': async () => {
    const { elements } = await ui('find', { name: 'GREE' });
    expect(elements.map(({ automationId }) => automationId)).toContain('agree');
  },
  'find.controlType': () => provesType('find', {}),
  'find.automationId': async () => {
    expect(await refused('find', { automationId: 'pres', windowHandle: page })).toMatchObject({
      errorType: 'element_not_found',
    });
  },
  'find.windowHandle': () => provesWindow('find', pressing),
  'find.parentElementId': async () => {
    const parentElementId = await idOf('colour');
    expect(await refused('find', { ...pressing, parentElementId })).toMatchObject({ errorType: 'element_not_found' });
    const [ref] = /\be\d+\b/.exec(await bench.words('find_element', { automation_id: 'colour', window: page }))!;
    const { elements } = await plain('find', { parentElementId: ref, controlType: 'ListItem' });
    expect(elements.map(({ name }) => name)).toEqual(['Red', 'Green', 'Blue']);
  },
  'find.maxDepth': async () => {
    expect(await refused('find', { ...pressing, maxDepth: 1, windowHandle: page })).toMatchObject({
      errorType: 'element_not_found',
    });
  },
  'find.includeChildren': async () => {
    const { children } = await found({ ...choosing, includeChildren: true });
    expect(children!.length).toBeGreaterThan(0);
    expect(children!.some(({ supportedPatterns }) => supportedPatterns)).toBe(true);
    expect((await found(choosing)).children).toBeUndefined();
  },
  'find.timeout_ms': () => provesTimeout('find'),

  find_and_click: async () => {
    await ui('find_and_click', pressing);
    await until(async () => (await found(pressing)).name === 'Pressed');
    const ambiguous = { controlType: 'Button', name: 'e', windowHandle: page };
    expect(await refused('find_and_click', ambiguous)).toMatchObject({ errorType: 'multiple_matches' });
  },
  'find_and_click.name': () => provesOneOf('find_and_click'),
  'find_and_click.controlType': () => provesType('find_and_click', pressing),
  'find_and_click.automationId': async () => {
    expect((await ui('find_and_click', pressing)).element.automationId).toBe('press');
  },
  'find_and_click.windowHandle': () => provesWindow('find_and_click', pressing),
  'find_and_click.timeout_ms': () => provesTimeout('find_and_click'),

  find_and_type: async () => {
    const { element } = await ui('find_and_type', { ...field, text: 'Grace' });
    expect(element.value).toBe('Grace');
  },
  'find_and_type.name': () => provesOneOf('find_and_type'),
  'find_and_type.automationId': async () => {
    expect((await ui('find_and_type', { ...field, text: 'Ada' })).element.automationId).toBe('name');
  },
  'find_and_type.controlType': async () => {
    // By default, only fields accept text.
    expect(await refused('find_and_type', { ...pressing, text: 'x', windowHandle: page, timeout_ms: 0 })).toMatchObject(
      {
        errorType: 'element_not_found',
      },
    );
  },
  'find_and_type.text': async () => {
    await ui('find_and_type', { ...field, text: '{ENTER} größer 漢字 🙂' });
    expect(await value()).toBe('{ENTER} größer 漢字 🙂');
  },
  'find_and_type.clearFirst': async () => {
    await ui('find_and_type', { ...field, text: 'one' });
    await ui('find_and_type', { ...field, text: ' two', clearFirst: false });
    expect(await value()).toBe('one two');
  },
  'find_and_type.windowHandle': () => provesWindow('find_and_type', { ...field, text: 'x' }),
  'find_and_type.timeout_ms': () => provesTimeout('find_and_type'),

  find_and_select: async () => {
    await ui('find_and_select', { ...choosing, value: 'Green' });
    const option = { name: 'Green', controlType: 'ListItem', parentElementId: await idOf('colour') };
    const { elementId } = (await plain('find', option)).element;
    await until(async () => (await bench.engine.details({ element: elementId })).states.includes('selected'));
  },
  'find_and_select.name': () => provesOneOf('find_and_select'),
  'find_and_select.automationId': async () => {
    expect((await ui('find_and_select', { ...choosing, value: 'Red' })).element.automationId).toBe('colour');
  },
  'find_and_select.value': async () => {
    const { errorType } = await refused('find_and_select', { ...choosing, value: 'Mauve', windowHandle: page });
    expect(errorType).toBe('element_not_found');
  },
  'find_and_select.windowHandle': () => provesWindow('find_and_select', { ...choosing, value: 'Blue' }),
  'find_and_select.timeout_ms': () => provesTimeout('find_and_select'),

  invoke: async () => {
    const elementId = await idOf('agree');
    const checked = async () => (await bench.engine.details({ element: elementId })).states.includes('checked');
    const before = await checked();
    await plain('invoke', { elementId, pattern: 'Toggle' });
    expect(await checked()).toBe(!before);
  },
  'invoke.elementId': async () => {
    expect((await refused('invoke', { pattern: 'Invoke' })).errorMessage).toContain('elementId');
  },
  'invoke.pattern': async () => {
    const elementId = await idOf('press');
    expect((await refused('invoke', { elementId, pattern: 'Dance' })).errorType).toBe('invalid_parameter');
    expect((await refused('invoke', { elementId, pattern: 'RangeValue', value: '1' })).errorType).toBe(
      'pattern_not_supported',
    );
  },
  'invoke.value': async () => {
    const elementId = await idOf('amount');
    await plain('invoke', { elementId, pattern: 'RangeValue', value: '7' });
    expect((await bench.engine.details({ element: elementId })).value).toBe('7');
  },

  wait_for: async () => {
    expect((await ui('wait_for', pressing)).element.automationId).toBe('press');
  },
  'wait_for.name': () => provesOneOf('wait_for'),
  'wait_for.controlType': async () => {
    expect((await ui('wait_for', { controlType: 'slider' })).element.controlType).toBe('Slider');
  },
  'wait_for.automationId': async () => {
    expect(await refused('wait_for', { automationId: 'none', windowHandle: page, timeout_ms: 200 })).toMatchObject({
      errorType: 'timeout',
    });
  },
  'wait_for.windowHandle': async () => {
    await ui('wait_for', { ...pressing, windowHandle: String(Number(page)) });
    const nowhere = { ...pressing, windowHandle: '0xdead01', timeout_ms: 200 };
    expect(await refused('wait_for', nowhere)).toMatchObject({ errorType: 'window_not_found' });
  },
  'wait_for.timeout_ms': () => provesTimeout('wait_for'),

  scroll_into_view: async () => {
    const elementId = await idOf('below');
    expect((await plain('scroll_into_view', { elementId })).element).toMatchObject({ isOffscreen: false });
    await plain('scroll_into_view', { elementId: await idOf('name') });
  },
  'scroll_into_view.elementId': async () => {
    const { errorType, errorMessage } = await refused('scroll_into_view', { elementId: 'e99999' });
    expect(errorType).toBe('invalid_parameter');
    expect(errorMessage).toContain('e99999');
  },
  'scroll_into_view.name': async () => {
    await plain('focus', { elementId: await idOf('name') });
    expect((await plain('scroll_into_view', { name: 'Far below' })).element.automationId).toBe('below');
    await plain('scroll_into_view', { elementId: await idOf('name') });
  },
  'scroll_into_view.controlType': () => provesType('scroll_into_view', { name: 'Far below' }),
  'scroll_into_view.parentElementId': async () => {
    const parentElementId = await idOf('colour');
    const { errorType } = await refused('scroll_into_view', { name: 'Far below', parentElementId, timeout_ms: 3_000 });
    expect(['scroll_exhausted', 'element_not_found', 'timeout']).toContain(errorType);
  },
  'scroll_into_view.timeout_ms': () => provesTimeout('scroll_into_view'),

  focus: async () => {
    await plain('focus', { elementId: await idOf('name') });
    await until(async () => (await bench.engine.details({ element: await idOf('name') })).states.includes('focused'));
  },
  'focus.elementId': async () => {
    expect((await refused('focus')).errorMessage).toContain('elementId');
  },

  get_text: async () => {
    const { text } = await ui('get_text');
    expect(text).toContain('Press');
    expect(text).not.toContain('hidden');
  },
  'get_text.elementId': async () => {
    await ui('find_and_type', { ...field, text: 'Ada' });
    expect((await plain('get_text', { elementId: await idOf('name') })).text).toContain('Ada');
  },
  'get_text.windowHandle': () => provesWindow('get_text', {}),
  'get_text.includeChildren': async () => {
    const [{ elementId }] = (await ui('find', { controlType: 'Document' })).elements as [Element];
    const whole = (await plain('get_text', { elementId })).text;
    expect((await plain('get_text', { elementId, includeChildren: false })).text.length).toBeLessThan(whole.length);
  },

  get_tree: async () => {
    const [root] = (await ui('get_tree', { maxDepth: 20 })).elements;
    expect(JSON.stringify(root)).toContain('"automationId":"press"');
  },
  'get_tree.windowHandle': () => provesWindow('get_tree', {}),
  'get_tree.maxDepth': async () => {
    const [root] = (await ui('get_tree', { maxDepth: 0 })).elements;
    expect(root!.children ?? []).toEqual([]);
  },
  'get_tree.controlTypes': async () => {
    const tree = JSON.stringify((await ui('get_tree', { maxDepth: 50, controlTypes: 'checkbox,SLIDER' })).elements);
    expect(tree).toContain('"agree"');
    expect(tree).not.toContain('"press"');
    expect((await refused('get_tree', { windowHandle: page, controlTypes: 'Button,Knob' })).errorMessage).toContain(
      'Knob',
    );
  },

  ocr: async () => {
    await bench.data('focus_window', { handle: calculator });
    expect((await plain('ocr', await region())).text).toMatch(/File.*Help/s);
  },
  'ocr.source': async () => {
    expect((await refused('ocr', { source: 'window' })).errorMessage).toContain('source');
    const { source: _, ...corners } = await region();
    expect((await plain('ocr', corners)).text).toContain('File');
  },
  'ocr.monitorIndex': async () => {
    expect((await refused('ocr', { monitorIndex: 9 })).errorType).toBe('invalid_region');
  },
  'ocr.x': provesSide('x'),
  'ocr.y': provesSide('y'),
  'ocr.width': provesSide('width'),
  'ocr.height': provesSide('height'),
  'ocr.language': async () => {
    expect((await plain('ocr', { ...(await region()), language: 'eng' })).language).toBe('en-US');
    expect((await refused('ocr', { ...(await region()), language: 'tlh-AQ' })).errorType).toBe(
      'language_not_supported',
    );
  },

  ocr_element: async () => {
    expect((await ui('ocr_element', { controlType: 'MenuBar', ...calc() })).text).toContain('File');
  },
  'ocr_element.elementId': async () => {
    const { elementId } = (await ui('find', { name: 'sqrt', ...calc() })).element;
    expect((await plain('ocr_element', { elementId })).element.elementId).toBe(elementId);
  },
  'ocr_element.name': async () => {
    expect((await ui('ocr_element', { name: 'sqrt', ...calc() })).text).toContain('sqrt');
  },
  'ocr_element.controlType': () => provesType('ocr_element', { name: 'Agree' }),
  'ocr_element.automationId': async () => {
    await bench.data('focus_window', { handle: page });
    expect((await ui('ocr_element', pressing)).text).toContain('Press');
  },
  'ocr_element.padding': async () => {
    const bare = (await ui('ocr_element', { name: 'sqrt', ...calc() })).boundingRect;
    await bench.data('focus_window', { handle: calculator });
    const padded = (await ui('ocr_element', { name: 'sqrt', padding: 4, ...calc() })).boundingRect;
    expect(padded.width).toBe(bare.width + 8);
  },
  'ocr_element.language': async () => {
    const { errorType } = await refused('ocr_element', { name: 'sqrt', ...calc(), language: 'tlh-AQ' });
    expect(errorType).toBe('language_not_supported');
  },

  ocr_status: async () => {
    expect((await plain('ocr_status')).supportedLanguages).toContain('en-US');
  },
};

it.each(uiAutomationRows.map((row) => [rowName(row), row.verdict] as const))('%s (%s)', async (name) => {
  const proof = proofs[name];
  if (!proof) throw new Error(`No one proves ${name}.`);
  await proof();
});
