import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AppError } from '#contract/errors';
import { createBench, type Bench } from '../testing/run-tools.ts';
import { parseInput } from '../arguments/parse-input.ts';
import { agentTools, scopeOf } from '../registry.ts';
import { coreTools } from './index.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

const tools = scopeOf(['core']).callable;
type Call = Readonly<Record<string, unknown>>;

async function outcomeOf(name: string, parameters: unknown): Promise<{ readonly ok: boolean; readonly text: string }> {
  const outcome = await bench.run(name, parameters, { tools });
  if (!outcome.ok) return { ok: false, text: `${outcome.error.message} ${outcome.error.hint}` };
  return { ok: true, text: [outcome.result.text, outcome.result.note].filter(Boolean).join('\n') };
}

const calculator = 'Calculator';

/** A call of each tool as in its schema, with every type of argument. */
const right: Readonly<Record<string, Call>> = {
  list_windows: { app: 'calculator', places: true },
  focus_window: { window: calculator },
  snapshot: { window: calculator, all: true, offset: 2 },
  find_element: { window: calculator, name: '7', control_type: 'Button', places: true, offset: 0 },
  get_text: { window: calculator, offset: 0 },
  screenshot: { window: calculator, max_width: 100 },
  click_element: { window: calculator, name: '7', double: false, button: 'left', modifiers: ['ctrl'] },
  type_text: { window: 'Form', name: 'Name', text: 'Anna', clear_first: true },
  press_keys: { window: calculator, keys: 'ctrl+a', repeat: 2 },
  set_value: { window: calculator, name: 'Keep history', checked: true },
  select_option: { window: 'Form', name: 'Colour', value: 'Blue' },
  hover: { window: calculator, name: '7', timeout_ms: 1000 },
  drag: { from: '100,120', to: '110,130', modifiers: ['shift'] },
  scroll: { window: calculator, direction: 'down', notches: 2 },
  wait_for_element: { window: calculator, name: '7', until: 'appears', timeout_ms: 1000 },
  click_at: { x: 100, y: 120, double: false },
  launch_app: { command: 'notes', args: ['--new'], only_if_not_running: false },
};

/** Normalises texts of equal calls: refs are reassigned, and windows open. */
const alike = (text: string) => text.replace(/\[e\d+\]/g, '[e]').replace(/0x[0-9a-f]+|pid \d+/g, '…');

/** The answer to the correct call of each tool, on a new desktop. */
const rightly = new Map<string, string>();

async function isUnderstood(name: string, given: unknown): Promise<void> {
  if (!rightly.has(name)) {
    const wanted = await outcomeOf(name, right[name]);
    expect(wanted.ok, wanted.text).toBe(true);
    rightly.set(name, wanted.text);
    await bench.close();
    bench = await createBench();
  }
  const answer = await outcomeOf(name, given);
  expect(answer.ok, answer.text).toBe(true);
  expect(alike(answer.text.replace(/\n?Ignored: .*/, ''))).toBe(alike(rightly.get(name)!));
}

const each = (change: (key: string, value: unknown) => readonly [string, unknown], call: Call) =>
  Object.fromEntries(Object.entries(call).map(([key, value]) => change(key, value)));
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** How public clients send the same call, with the source of each report. */
const habits: readonly (readonly [string, (name: string, call: Call) => unknown])[] = [
  [
    'null for what is not given (crewAI)',
    (name, call) => ({ ...Object.fromEntries(shownOf(name).map((field) => [field, null])), ...call }),
  ],
  ['null for what no tool has', (_, call) => ({ ...call, something: null })],
  [
    'null in lists',
    (_, call) => each((key, value) => [key, Array.isArray(value) ? [null, ...(value as string[])] : value], call),
  ],
  ['“null” for what is no text', (name, call) => ({ ...absentAs('null', name), ...call })],
  ['an empty text for what is no text', (name, call) => ({ ...absentAs('', name), ...call })],
  ['texts for all (claude-code 59227, netclaw 1093)', (_, call) => each((key, value) => [key, asText(value)], call)],
  ['numbers as texts with a fraction', (_, call) => each((key, value) => [key, inText(value)], call)],
  [
    'booleans as numbers',
    (_, call) => each((key, value) => [key, typeof value === 'boolean' ? Number(value) : value], call),
  ],
  [
    'lists and booleans as Python prints them',
    (_, call) =>
      each((key, value) => {
        if (typeof value === 'boolean') return [key, value ? 'True' : 'False'];
        return [key, Array.isArray(value) ? `['${value.join("', '")}']` : value];
      }, call),
  ],
  [
    'a text for a list of one (FastMCP 224)',
    (_, call) => each((key, value) => [key, Array.isArray(value) ? value[0] : value], call),
  ],
  ['names in camel case', (_, call) => each((key, value) => [camel(key), value], call)],
  ['names in capitals', (_, call) => each((key, value) => [key.toUpperCase(), value], call)],
  ['names with hyphens', (_, call) => each((key, value) => [key.replaceAll('_', '-'), value], call)],
  [
    'enumerations in capitals',
    (_, call) =>
      each(
        (key, value) => [key, ['button', 'direction', 'until'].includes(key) ? asText(value).toUpperCase() : value],
        call,
      ),
  ],
  ['all in one text', (_, call) => JSON.stringify(call)],
  ['all in one text in a text', (_, call) => JSON.stringify(JSON.stringify(call))],
  ['all in a fence', (_, call) => `\`\`\`json\n${JSON.stringify(call)}\n\`\`\``],
  ['all in a list of one', (_, call) => [call]],
  ['all inside of one (LangChain)', (_, call) => ({ kwargs: call })],
  ['all in what the protocol takes for one (stdio)', (_, call) => ({ '': [call] })],
  ['all in a text of a text there', (_, call) => ({ '': JSON.stringify(JSON.stringify(call)) })],
  ['nothing there', (_, call) => ({ ...call, '': null })],
  [
    'quoted texts for what is no text',
    (_, call) => each((key, value) => [key, typeof value === 'string' ? value : `'${asText(value)}'`], call),
  ],
  [
    'full-width digits (input methods)',
    (_, call) => each((key, value) => [key, typeof value === 'number' ? wide(value) : value], call),
  ],
  [
    'lists by index (PHP)',
    (_, call) => each((key, value) => [key, Array.isArray(value) ? Object.assign({}, value) : value], call),
  ],
  ['empty texts for optional ones', (name, call) => ({ ...emptied(name), ...call })],
  ['all inside of one, as text', (_, call) => ({ '': JSON.stringify(call) })],
  ['a call inside of a call', (name, call) => ({ name, arguments: call })],
  [
    'what n8n adds (21500, 21716, 22787)',
    (_, call) => ({ ...call, sessionId: 's', action: 'sendMessage', chatInput: 'hi', tool: 'x', toolCallId: 'call_1' }),
  ],
  [
    'what Cursor, Cline and OpenHands add',
    (_, call) => ({ ...call, explanation: 'a', task_progress: '- [ ]', security_risk: 'LOW' }),
  ],
  ['what protocols add', (_, call) => ({ ...call, _meta: { progressToken: 1 }, request_id: 7, thought: 'so' })],
  ['what no one knows', (_, call) => ({ ...call, random_string: 'x', foo_bar: [1], 'X-Extra': {} })],
];

function shapeOf(name: string): Readonly<Record<string, z.ZodType>> {
  return coreTools.find((tool) => tool.name === name)!.brief!.shown.shape;
}

function shownOf(name: string): readonly string[] {
  return Object.keys(shapeOf(name));
}

const wide = (value: number) =>
  String(value).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xff10 - 0x30));

/** Optional texts without meaning if they are empty. */
function emptied(name: string): Call {
  const known = ['element', 'control_type', 'app', 'task'];
  return Object.fromEntries(shownOf(name).flatMap((field) => (known.includes(field) ? [[field, '']] : [])));
}

/** The value for each argument that accepts no text. */
function absentAs(outcomeOf: string, name: string): Call {
  const fields = Object.entries(shapeOf(name)).filter(([, schema]) => !schema.safeParse('any text').success);
  return Object.fromEntries(fields.map(([field]) => [field, outcomeOf]));
}

function inText(value: unknown): unknown {
  return typeof value === 'number' ? `${value}.0` : value;
}

it('every desktop tool of the set has a call here', () => {
  const onDesktop = coreTools.filter(({ namespace }) => !['EventStream', 'Skills'].includes(namespace));
  expect(Object.keys(right)).toEqual(onDesktop.map(({ name }) => name));
});

describe.each(Object.entries(right))('%s', (name, call) => {
  it.each(habits)('understands %s', (_, given) => isUnderstood(name, given(name, call)));

  it('reports what it ignored', async () => {
    const { text } = await outcomeOf(name, { ...call, toolCallId: 'c', fooBar: 1 });
    expect(text).toContain(`Ignored: “toolCallId”, “fooBar”, which ${name} does not take.`);
  });

  it.each<[string, Call, string]>([
    ['a misspelt argument', { windwo: 'Form' }, 'there is no argument “windwo”'],
    ['a condition that it has not', { only_if_visible: true }, 'there is no argument “only_if_visible”'],
    ['an argument of a neighbour', { failedOnly: true }, 'there is no argument “failedOnly”'],
  ])('refuses %s, as it was written', async (_, more, words) => {
    const answer = await outcomeOf(name, { ...call, ...more });
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain(words);
    expect(strange(name, answer.text, more)).toEqual([]);
  });

  it('names the expected type of each wrong argument, by the name that the caller used', async () => {
    for (const field of shownOf(name)) {
      const written = camel(field).toUpperCase();
      const answer = await outcomeOf(name, { ...call, [field]: undefined, [written]: { no: ['such'] } });
      expect(answer.ok, `${field}: ${answer.text}`).toBe(false);
      expect(answer.text.toUpperCase()).toContain(`“${written}`);
      expect(strange(name, answer.text, { [written]: 1 })).toEqual([]);
    }
  });

  it('names only arguments of the caller if something is missing', async () => {
    const calls: readonly Call[] = [
      {},
      { name: 'nothing like it', timeout_ms: 0 },
      { element: 'e999' },
      { window: 'nobody' },
    ];
    for (const one of calls) {
      const known = Object.entries(one).filter(([field]) => field === 'timeout_ms' || shownOf(name).includes(field));
      const answer = await outcomeOf(name, Object.fromEntries(known));
      if (!answer.ok) expect(strange(name, answer.text, one), JSON.stringify(known)).toEqual([]);
    }
  });
});

/** Words in an error that look like arguments unknown to this client. */
function strange(name: string, text: string, given: Call): readonly string[] {
  const own = [...shownOf(name), ...Object.keys(given)];
  const foreign = new Set(tools.flatMap((tool) => Object.keys(tool.input.shape)));
  const words = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  return words.filter((word) => foreign.has(word) && !own.includes(word));
}

describe('an unambiguous argument of a neighbour is understood', () => {
  it.each<[string, Call, Call]>([
    ['focus_window', { name: calculator }, { window: calculator }],
    ['click_element', { window: calculator, x: 110, y: 245 }, { window: calculator, element: '110,245' }],
    ['click_element', { window: calculator, coordinate: [110, 245] }, { window: calculator, element: '110,245' }],
    ['click_element', { window: calculator, name: '7', role: 'Button' }, { window: calculator, name: '7' }],
    [
      'click_element',
      { window: calculator, element: { name: '7', type: 'Button' } },
      { window: calculator, name: '7' },
    ],
    ['click_element', { element: { window: calculator, name: '7' } }, { window: calculator, name: '7' }],
    ['click_element', { window: calculator, element: '{"name": "7"}' }, { window: calculator, name: '7' }],
    [
      'select_option',
      { window: 'Form', element: { name: 'Colour', controlType: 'ComboBox' }, option: 'Blue' },
      { window: 'Form', name: 'Colour', value: 'Blue' },
    ],
    ['click_element', { window: calculator, name: '7', clicks: 2 }, { window: calculator, name: '7', double: true }],
    ['click_element', { window: '{"title":"Calculator"}', name: '7' }, { window: calculator, name: '7' }],
    ['type_text', { window: 'Form', name: 'Name', value: 'a' }, { window: 'Form', name: 'Name', text: 'a' }],
    [
      'select_option',
      { window: 'Form', name: 'Colour', text: 'Blue' },
      { window: 'Form', name: 'Colour', value: 'Blue' },
    ],
    ['drag', { from: [100, 120], to: { x: 110, y: 130 } }, { from: '100,120', to: '110,130' }],
    ...['(100, 120)', '100 120', 'x=100, y=120', '{"x": 100, "y": 120}', '100.0;120.0'].map(
      (from): [string, Call, Call] => ['drag', { from, to: '110,130' }, { from: '100,120', to: '110,130' }],
    ),
    ...[{ X: 100, Y: 120 }, { left: 100, top: 120 }, [[100, 120]], { point: { x: 100, y: 120 } }].map(
      (from): [string, Call, Call] => ['drag', { from, to: '110,130' }, { from: '100,120', to: '110,130' }],
    ),
    ...['Control', ['Control'], '[ctrl]', '"ctrl"', ['ctrl'], '["CONTROL"]'].map((modifiers): [string, Call, Call] => [
      'click_element',
      { window: calculator, name: '7', modifiers },
      { window: calculator, name: '7', modifiers: ['ctrl'] },
    ]),
    ...['ctrl+shift', ['Ctrl+Shift'], 'Control, Shift', 'ctrl and shift', 'ctrl-shift'].map(
      (modifiers): [string, Call, Call] => [
        'click_element',
        { window: calculator, name: '7', modifiers },
        { window: calculator, name: '7', modifiers: ['ctrl', 'shift'] },
      ],
    ),
    ...[{ Title: calculator }, { window: calculator }, '"Calculator"', '["Calculator"]'].map(
      (window): [string, Call, Call] => ['get_text', { window }, { window: calculator }],
    ),
    ...['', 'None', 'null'].map((element): [string, Call, Call] => [
      'click_element',
      { window: calculator, name: '7', element, control_type: element },
      { window: calculator, name: '7' },
    ]),
    ...[
      { X: 1, Y: 2, Width: 20, Height: 30 },
      { x: 1, y: 2, w: 20, h: 30 },
      { x1: 1, y1: 2, x2: 21, y2: 32 },
      [{ x: 1, y: 2, width: 20, height: 30 }],
      '```json\n{"x": 1, "y": 2, "width": 20, "height": 30}\n```',
      '[{"x": 1, "y": 2, "width": 20, "height": 30}]',
      JSON.stringify('{"x": 1, "y": 2, "width": 20, "height": 30}'),
    ].map((region): [string, Call, Call] => [
      'screenshot',
      { region },
      { region: { x: 1, y: 2, width: 20, height: 30 } },
    ]),
    ...['{x: 1, y: 2, width: 20, height: 30}', { x: 1, y: 2, width: 20, height: 30, unit: 'px' }].map(
      (region): [string, Call, Call] => ['screenshot', { region }, { region: { x: 1, y: 2, width: 20, height: 30 } }],
    ),
    [
      'screenshot',
      { region: { region: { x: 1, y: 2, width: 20, height: 30 } } },
      { region: { x: 1, y: 2, width: 20, height: 30 } },
    ],
    ...[{ text: '7' }, { label: '7' }, { element: { name: '7' } }].map((element): [string, Call, Call] => [
      'click_element',
      { window: calculator, element },
      { window: calculator, name: '7' },
    ]),
    ['click_element', { name: '7', window: calculator, windowTitle: calculator }, { name: '7', window: calculator }],
    ['click_element', { name: '7', window: calculator, timeout_ms: 'nil' }, { name: '7', window: calculator }],
    ...['left click', 'LeftButton', 'left_button'].map((button): [string, Call, Call] => [
      'click_element',
      { window: calculator, name: '7', button },
      { window: calculator, name: '7' },
    ]),
    [
      'click_element',
      { window: calculator, name: '7', modifiers: { item: 'ctrl' } },
      { window: calculator, name: '7', modifiers: ['ctrl'] },
    ],
    ...[{ notches: { value: 2 } }, { notches: { notches: 2 } }, { clicks: 2 }].map((more): [string, Call, Call] => [
      'scroll',
      { window: calculator, direction: 'scroll_down', ...more },
      { window: calculator, direction: 'down', notches: 2 },
    ]),
    ['list_windows', { places: 'enabled' }, { places: true }],
    ['list_windows', { places: { value: true } }, { places: true }],
    ['drag', { from: '100x120', to: [110.4, 129.6] }, { from: '100,120', to: '110,130' }],
    ['click_at', { x: 100.4, y: 119.6 }, { x: 100, y: 120 }],
    ['press_keys', { window: calculator, keys: 'a', times: 2 }, { window: calculator, keys: 'a', repeat: 2 }],
    [
      'type_text',
      { window: 'Form', name: 'Name', input: 'a', clear: true, enter: true },
      { window: 'Form', name: 'Name', text: 'a', clear_first: true, press_enter: true },
    ],
    ['screenshot', { window: calculator, region: {} }, { window: calculator }],
    ['click_element', { window: calculator, element: [{ name: '7' }] }, { window: calculator, name: '7' }],
    ['drag', { start_x: 100, start_y: 120, end_x: 110, end_y: 130 }, { from: '100,120', to: '110,130' }],
    ['screenshot', { x: 1, y: 2, width: 20, height: 30 }, { region: { x: 1, y: 2, width: 20, height: 30 } }],
    [
      'screenshot',
      { region: '{"x":1,"y":2,"width":20,"height":30}' },
      { region: { x: 1, y: 2, width: 20, height: 30 } },
    ],
    [
      'screenshot',
      { region: { x: '1', y: 2, width: '20', height: 30, left: null } },
      { region: { x: 1, y: 2, width: 20, height: 30 } },
    ],
    ['launch_app', { path: 'notes' }, { command: 'notes' }],
    ['launch_app', { command: ['notes', '--new'] }, { command: 'notes', args: ['--new'] }],
    ['launch_app', { cmd: 'notes', arguments: ['--new'] }, { command: 'notes', args: ['--new'] }],
    ['launch_app', { command: 'notes', args: {} }, { command: 'notes', args: [] }],
    ['drag', { x1: 100, y1: 120, x2: 110, y2: 130 }, { from: '100,120', to: '110,130' }],
    ['drag', { from: '(100, 120)', to: [110, 130] }, { from: '100,120', to: '110,130' }],
    ['click_at', { coordinates: '(110, 245)' }, { x: 110, y: 245 }],
    ['click_element', { window: { name: calculator }, name: ['7'] }, { window: calculator, name: '7' }],
    ['click_element', { window: [calculator], name: '7', double: 'no' }, { window: calculator, name: '7' }],
    ['find_element', { window: calculator, role: 'button' }, { window: calculator, control_type: 'Button' }],
    ['get_text', { window: calculator, element: { name: 'Display' } }, { window: calculator, element: 'name=Display' }],
    ['type_text', { window: 'Form', name: 'Name', content: 'a' }, { window: 'Form', name: 'Name', text: 'a' }],
    [
      'type_text',
      { window: 'Form', name: 'Name', text: ['a'], submit: true },
      { window: 'Form', name: 'Name', text: 'a', press_enter: true },
    ],
    [
      'set_value',
      { window: calculator, name: 'Keep history', value: true },
      { window: calculator, name: 'Keep history', checked: true },
    ],
    [
      'select_option',
      { window: 'Form', name: 'Colour', values: ['Blue'] },
      { window: 'Form', name: 'Colour', value: 'Blue' },
    ],
    ['wait_for_element', { window: calculator, name: '7', state: 'visible' }, { window: calculator, name: '7' }],
    [
      'wait_for_element',
      { window: calculator, name: 'x', until: 'hidden' },
      { window: calculator, name: 'x', until: 'disappears' },
    ],
  ])('%s %j', async (name, given, intended) => {
    const answer = await outcomeOf(name, given);
    expect(answer.ok, answer.text).toBe(true);
    await bench.close();
    bench = await createBench();
    expect(alike(answer.text)).toBe(alike((await outcomeOf(name, intended)).text));
  });

  it.each<[unknown, string]>([
    [['ctrl', 'a'], 'ctrl+a'],
    ['["Control", "Shift", "s"]', 'Control+Shift+s'],
    [['Tab', 'Enter'], 'Tab Enter'],
    [['ctrl+a', 'Delete'], 'ctrl+a Delete'],
    [['Enter'], 'Enter'],
  ])('keys %j are %s', async (keys, wanted) => {
    const answer = await outcomeOf('press_keys', { window: calculator, keys });
    expect(answer.text).toContain(`Pressed ${wanted} in`);
  });

  it('a key beside its modifiers is one chord', async () => {
    const answer = await outcomeOf('press_keys', { window: calculator, key: 'a', modifiers: ['ctrl'] });
    expect(answer.text).toContain('Pressed ctrl+a in');
  });

  it.each(['ref=e', '@e', '[ref=e', '[e'])('a ref may be written %s12', async (start) => {
    const [, number = ''] =
      /\[e(\d+)\] Button “7”/.exec((await outcomeOf('snapshot', { window: calculator })).text) ?? [];
    const written = `${start}${number}${start.startsWith('[') ? '] Button “7”' : ''}`;
    const { text } = await outcomeOf('click_element', { element: written });
    expect(text).toContain('Clicked');
    expect(text).toContain('Button “7”');
  });

  it('Playwright’s two refs of a drag are its ends', async () => {
    const { text: tree } = await outcomeOf('snapshot', { window: calculator });
    const refOf = (name: string) => new RegExp(`\\[(e\\d+)\\] Button “${name}”`).exec(tree)?.[1];
    const ends = { startElement: 'seven', startRef: refOf('7'), endElement: 'eight', endRef: refOf('8') };
    const { ok, text } = await outcomeOf('drag', ends);
    expect(ok, text).toBe(true);
    expect(text).toContain('“8”');
  });

  it('Playwright’s words for an element are next to its ref', async () => {
    const [, ref] = /\[(e\d+)\] Button “7”/.exec((await outcomeOf('snapshot', { window: calculator })).text)!;
    const { text } = await outcomeOf('click_element', { element: 'The seven', ref });
    expect(text).toContain('Clicked');
    expect(text).toContain('Button “7”');
  });

  it.each<[string, Call, string]>([
    ['click_element', { window: '', name: '7' }, '“window”'],
    ['click_element', { name: '7', modifiers: 'ctrl+foo' }, '“modifiers”'],
    ['click_element', { name: '7', button: 'left right' }, '“button”'],
    ['click_at', { x: 0.4, y: 119.6 }, '“x”'],
    ['wait_for_element', { window: calculator, name: '7', until: 'not enabled' }, '“until”'],
    ['drag', { from: { a: 1 }, to: '110,130' }, '“from”'],
    ['focus_window', { window: '' }, '“window”'],
    ['launch_app', { command: 'notes', args: '--title a b' }, '“args”'],
    ['screenshot', { region: [1, 2, 3, 4] }, '“region”'],
    ['click_element', { name: '7', control_type: 'Button', controlType: 'Edit' }, '“controlType”'],
    ['scroll', { window: calculator, amount: 300 }, '“amount”'],
    ['scroll', { window: calculator, delta_y: -300 }, '“delta_y”'],
    ['find_element', { window: calculator, query: '7' }, '“query”'],
    ['click_element', { window: calculator, label: '7' }, '“label”'],
    ['press_keys', { window: calculator, combo: 'ctrl+a' }, '“combo”'],
  ])('refuses ambiguous input: %s %j', async (name, given, words) => {
    const answer = await outcomeOf(name, given);
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain(words);
  });
});

describe.each([
  ['in their own form', agentTools],
  ['in few words', tools],
])('tools for skills and checks, %s', (_, all) => {
  const read = (name: string, given: unknown) =>
    parseInput(
      all.find((tool) => tool.name === name)!,
      given,
      tools,
    );

  it.each<[string, unknown, Call]>([
    ['event_stream_start', null, { goal: '' }],
    ['event_stream_start', '', { goal: '' }],
    ['event_stream_start', [], { goal: '' }],
    ['event_stream_start', { Goal: 'Send it', windowId: 7, appId: null }, { goal: 'Send it', window_id: '7' }],
    ['event_stream_start', { goal: 'a', reason: 'b', _meta: { progressToken: 1 }, toolCallId: 'c' }, { goal: 'a' }],
    ['event_stream_status', { sessionID: 's', wait: true, offset: 0 }, {}],
    ['event_stream_status', '{"recording_id":"r"}', {}],
    ['event_stream_stop', { goal: 'a', save: true, timeout_ms: 100, window_id: null }, {}],
    ['list_skills', { Offset: '2.0', random_string: 'x', cursor: '' }, { offset: 2 }],
    ['list_skills', { kwargs: { offset: null } }, { offset: 0 }],
    ['run_skill', { Name: 7, fromStep: '2', inputs: 'null' }, { name: '7', from_step: 2, inputs: {} }],
    ['run_skill', { name: ['a'] }, { name: 'a', from_step: 1, inputs: {} }],
    ['run_skill', { name: 'a', inputs: '{"city":"Rome"}' }, { name: 'a', from_step: 1, inputs: { city: 'Rome' } }],
    [
      'run_skill',
      { name: 'a', inputs: "{'city': 'Rome', 'n': 2}" },
      { name: 'a', from_step: 1, inputs: { city: 'Rome', n: '2' } },
    ],
    [
      'run_skill',
      { name: 'a', inputs: { n: 7, b: true, none: null } },
      { name: 'a', from_step: 1, inputs: { n: '7', b: 'true' } },
    ],
    ['run_skill', { name: 'a', inputs: [], element: null }, { name: 'a', from_step: 1, inputs: {} }],
    ['check_window', { Window: 7, rules: "['a', 'b']", offset: 'null' }, { window: '7', rules: ['a', 'b'], offset: 0 }],
    ['check_window', { rules: 'names', task_progress: '- [ ]' }, { rules: ['names'], offset: 0 }],
  ])('%s understands %j', (name, given, wanted) => expect(read(name, given).input).toEqual(wanted));

  // Ignoring one would replay the recorded texts.
  it.each<Call>([{ city: 'Rome' }, { arguments: { city: 'Rome' } }, { params: { city: 'Rome' } }, { ref: 'e12' }])(
    'run_skill does not run without %j, which may be an input',
    (more) => expect(refusal('run_skill', { name: 'a', ...more })).toContain('Did you mean “inputs”?'),
  );

  it.each<[string, Call, string]>([
    ['event_stream_start', { window: 'Calculator' }, 'there is no argument “window”'],
    ['event_stream_start', { maxDurationSeconds: 60 }, '“maxDurationSeconds”'],
    ['list_skills', { limit: 10 }, '“limit”'],
    ['run_skill', { name: ['a', 'b'] }, '“name”'],
    ['run_skill', { name: 'a', inputs: 'city=Rome' }, '“inputs”'],
    ['check_window', { rule: 'names' }, '“rules”'],
  ])('%s refuses %j, and lists what it accepts', (name, given, words) => expect(refusal(name, given)).toContain(words));

  function refusal(name: string, given: Call): string {
    try {
      return JSON.stringify(read(name, given));
    } catch (error) {
      return error instanceof AppError ? `${error.message} ${error.hint}` : String(error);
    }
  }
});
