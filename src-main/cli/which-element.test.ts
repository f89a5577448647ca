import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import { formatElementId } from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import { emptyRecording } from '../recorder/editing/edit.ts';
import type { Step } from '#contract/model/recordings/recording';
import { element, type ElementSpec, type FakeElement } from '../engine/backends/fake/element.ts';
import type { FakeWindow } from '../engine/backends/fake/window.ts';
import { createLocalEngine } from '../engine/process/local-engine.ts';
import { createHttpBench, type HttpBench } from '../mcp/testing/http-bench.ts';
import { dryRun } from '../replay/dry-run.ts';
import { Replay } from '../replay/replay.ts';
import { scopeOf } from '../tools/registry.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

/** One scripted desktop, seen by the tools, over HTTP, by a replay and by the command line. */
let terminal: Terminal;
let bench: HttpBench;
let client: Client;
let sample: FakeWindow;
/** The elements of the sample, by the tests' names for them. */
let elements: Record<string, FakeElement>;
/** Pressed elements, oldest first. */
let pressed: string[];

beforeEach(async () => {
  terminal = await openTerminal();
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(terminal.fake) });
  const scope = scopeOf(['ufo', 'elements', 'ui_automation']);
  bench = await createHttpBench({ engine, policyMode: 'all', http: { scope } });
  client = await bench.connect('legacy');
  open();
});
afterEach(async () => {
  await bench.close();
  await terminal.close();
});

function open(): void {
  pressed = [];
  elements = {};
  const add = (key: string, spec: ElementSpec) =>
    (elements[key] = element({ onInvoke: () => void pressed.push(key), description: key, ...spec }));
  const button = (key: string, name: string, row: number, more: Partial<ElementSpec> = {}) =>
    add(key, { controlType: 'Button', name, at: [10, 10 + 40 * row, 120, 30], states: ['focusable'], ...more });
  const label = element({ controlType: 'Text', name: 'Save', at: [40, 15, 30, 20] });
  const hidden = add('hidden', { controlType: 'Button', name: 'Save', at: [200, 10, 80, 30] });
  hidden.set('visible', false);
  const children = [
    button('save', 'Save', 0, { id: 'save', children: [label] }),
    hidden,
    button('save as', 'Save as…', 1, { id: 'save-as' }),
    button('first', 'Remove', 2),
    button('second', 'Remove', 3),
    add('link', { controlType: 'Hyperlink', name: 'Remove', at: [10, 170, 120, 30] }),
  ];
  sample = terminal.fake.desktop.open({
    title: 'Sample',
    app: 'sample',
    className: 'Sample',
    content: { x: 40, y: 420, width: 300, height: 220 },
    root: element({ controlType: 'Window', name: 'Sample', children }),
  });
}

/** The result of an entry point for an element: its name here, or the code of the error. */
type Answers = Readonly<Record<string, unknown>>;

const idOf = (key: string) => formatElementId(sample.id, sample.runtimeId(elements[key]!));
const window = { title: 'Sample' };

/** One tool, called in this process and by a client of the HTTP server. */
async function throughTools(tool: string, call: object): Promise<Answers> {
  const own = await bench.run(tool, call);
  const here = own.ok ? await reached(own.result) : own.error.code;
  pressed = [];
  const result = await client.callTool({ name: tool, arguments: { ...call } });
  const there = result.isError ? codeOf(result) : await reached(result);
  pressed = [];
  return { [tool]: here, [`${tool} over HTTP`]: there };
}

/** The pressed element, else the element in the answer. */
async function reached(answer: unknown): Promise<unknown> {
  if (pressed.length > 0) return pressed.join();
  const id = /window:0x[0-9a-f]+\|runtime:fake:\d+/.exec(JSON.stringify(answer))?.[0];
  return id && (await bench.engine.details({ element: elementId.parse(id) })).description;
}

function codeOf({ structuredContent }: { readonly structuredContent?: unknown }): unknown {
  const { errorType, error } = structuredContent as { errorType?: string; error?: { code: string } };
  return errorType ?? error?.code;
}

async function onCommandLine(...command: readonly string[]): Promise<unknown> {
  const answer = await terminal.json(...command);
  if (answer['ok'] !== true) return (answer['error'] as { code: string }).code;
  const { selectors } = answer as { selectors?: readonly { selector: string }[] };
  const selector = selectors?.[0]?.selector;
  if (selector === undefined) return reached(answer);
  return (await bench.engine.find({ window: sample.id, selector })).matches[0]?.description;
}

/** Every entry point that takes an element's name. */
async function called(words: string, name?: string): Promise<Answers> {
  const ufo = { id: words, ...(name !== undefined && { name }) };
  return {
    ...(await throughTools('click_input', ufo)),
    ...(await throughTools('click_element', { element: words })),
    ...(await throughTools('get_element', { element: words })),
    ...(await throughTools('ui_automation', { action: 'find_and_click', elementId: words })),
  };
}

/** The command line has no refs and labels: each command is a separate client. */
async function calledAnywhere(words: string): Promise<Answers> {
  return { ...(await called(words)), 'deskscope selectors': await onCommandLine('selectors', 'Sample', words) };
}

async function selected(selector: string): Promise<Answers> {
  const once = { selector, timeout_ms: 0 };
  const press = recorded(selector);
  const recording = { ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'Press'), steps: [press] };
  const replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 1 }) });
  const { results } = await replay.run({ recording });
  const replayed = results[0]!.error?.code ?? pressed.join();
  pressed = [];
  const [dry] = await dryRun(bench.engine, recording, new AbortController().signal);
  const refused = dry?.matches === 0 ? 'element_not_found' : 'multiple_matches';
  return {
    ...(await throughTools('click_input', { ...once, window })),
    ...(await throughTools('click_element', { ...once, window: 'Sample' })),
    ...(await throughTools('get_element', { ...once, window: 'Sample' })),
    ...(await throughTools('ui_automation', { action: 'find_and_click', ...once, windowHandle: 'Sample' })),
    'deskscope selectors': await onCommandLine('selectors', 'Sample', selector),
    'deskscope call': await onCommandLine('call', 'get_element', JSON.stringify({ ...once, window: 'Sample' })),
    replay: replayed,
    'replay --dry-run': dry?.status === 'passed' ? replayed : refused,
  };
}

function recorded(selector: string): Step {
  return {
    id: 'press',
    at: 0,
    window: { app: 'sample', title: 'Sample', className: 'Sample' },
    enabled: true,
    action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
    target: {
      controlType: 'Button',
      name: '',
      bounds: null,
      selectors: [{ selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 }],
    },
  };
}

async function described(criteria: {
  readonly name?: string;
  readonly control_type?: string;
  readonly automation_id?: string;
}): Promise<Answers> {
  const own = { ...criteria, window: 'Sample', timeout_ms: 0 };
  const { name, control_type: controlType, automation_id: automationId } = criteria;
  const theirs = { name, controlType, automationId, windowHandle: 'Sample', timeout_ms: 0 };
  return {
    ...(await throughTools('click_element', own)),
    ...(await throughTools('get_element', own)),
    ...(await throughTools('ui_automation', { action: 'find_and_click', ...theirs })),
    'deskscope call': await onCommandLine('call', 'get_element', JSON.stringify(own)),
  };
}

/** The same through every door. */
function expectAll(answers: Answers, wanted: unknown): void {
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((door) => [door, wanted])));
}

describe('what an element is called means the same one everywhere:', () => {
  it('its id', async () => {
    for (const key of ['save', 'second']) expectAll(await calledAnywhere(idOf(key)), key);
  });

  it('its ref, which belongs to who was told it', async () => {
    const find = { selector: 'id="save"', window: 'Sample' };
    await bench.run('find_element', find);
    await client.callTool({ name: 'find_element', arguments: find });
    expectAll(await called(bench.session.refs.refOf(idOf('save'))), 'save');
    expect(await onCommandLine('selectors', 'Sample', 'e1')).toBe('invalid_parameter');
  });

  it('its label in the last list', async () => {
    const list = { window, field_list: ['control_text'] };
    await bench.run('get_app_window_controls_info', list);
    await client.callTool({ name: 'get_app_window_controls_info', arguments: list });
    const [label] = [...bench.session.controls].find(([, { description }]) => description === 'save as')!;
    expectAll(await called(label, 'Save as…'), 'save as');
  });

  it('its ref, whatever a label reports', async () => {
    await bench.run('find_element', { selector: 'id="save"', window: 'Sample' });
    const ref = bench.session.refs.refOf(idOf('save'));
    const second = await bench.engine.details({ element: idOf('second') });
    bench.session.controls = new Map([[ref, second]]);
    expect(await bench.run('click_input', { id: ref })).toMatchObject({ ok: true });
    expect(await bench.run('click_element', { element: ref })).toMatchObject({ ok: true });
    expect(await bench.run('click_input', { id: ref, name: 'Remove' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_parameter', delivery: 'not_delivered' },
    });
    expect(pressed).toEqual(['save', 'save']);
  });

  it('a point that it is at', async () => {
    const { x, y } = sample.place(elements['second']!)!;
    expectAll(await calledAnywhere(`${x + 3},${y + 3}`), 'second');
    expectAll({ at: await onCommandLine('at', String(x + 3), String(y + 3)) }, 'second');
    expectAll(await throughTools('element_at_point', { x: x + 3, y: y + 3 }), 'second');
  });

  it('a point of an element, which is where it is pressed', async () => {
    const { x, y, width, height } = sample.content;
    const at = { x: x + width - 5, y: y + height - 5 };
    const words = `${at.x},${at.y}`;
    const calls: readonly [string, object][] = [
      ['click_input', { id: words }],
      ['click_element', { element: words }],
      ['ui_automation', { action: 'find_and_click', elementId: words }],
    ];
    for (const [tool, call] of calls) {
      await bench.engine.moveMouse({ x: 1, y: 1 });
      expect(await bench.run(tool, call)).toMatchObject({ ok: true });
      expect(terminal.fake.devices.pointer).toEqual(at);
    }
    expect(pressed).toEqual([]);
  });

  it('a point if nothing is, which is refused', async () => {
    expectAll(await called('30000,30000'), 'element_not_found');
  });

  it('one that is gone, which is refused', async () => {
    const gone = idOf('first');
    sample.root.children = sample.root.children.filter((child) => child !== elements['first']);
    expectAll(await calledAnywhere(gone), 'element_stale');
  });

  it('one whose window is closed, which is refused', async () => {
    const gone = idOf('first');
    terminal.fake.desktop.close(sample);
    expectAll(await called(gone), 'element_stale');
  });

  it('nothing that was reported, which is refused', async () => {
    for (const words of ['e99', 'nonsense', 'window:0x1']) expectAll(await calledAnywhere(words), 'invalid_parameter');
  });
});

describe('a selector means the same element everywhere:', () => {
  it.each([
    ['its own id', 'id="save"', 'save'],
    ['what can be seen, not its hidden twin', 'role=Button name="Save"', 'save'],
    ['the control, not the label in it', 'name="Save"', 'save'],
    ['one of several by its place', 'role=Button name="Remove" nth=1', 'second'],
    ['several', 'name="Remove"', 'multiple_matches'],
    ['several by a part of the name', 'role=Button name~="save"', 'multiple_matches'],
    ['none', 'role=Button name="Nope"', 'element_not_found'],
  ])('%s', async (_, selector, wanted) => {
    expectAll(await selected(selector), wanted);
  });
});

describe('criteria mean the same element everywhere:', () => {
  it.each([
    ['name and type', { name: 'Save', control_type: 'button' }, 'save'],
    ['an exact name, not a part of another', { name: 'Save' }, 'save'],
    ['a part of a name', { name: 'save as' }, 'save as'],
    ['the automation id', { automation_id: 'save-as' }, 'save as'],
    ['the type that tells it from others', { name: 'Remove', control_type: 'Hyperlink' }, 'link'],
    ['several', { name: 'Remove' }, 'multiple_matches'],
    ['none', { name: 'Nope' }, 'element_not_found'],
  ])('%s', async (_, criteria, wanted) => {
    expectAll(await described(criteria), wanted);
  });
});

it('several are reported likeliest first, and why, by every tool', async () => {
  elements['first']!.set('enabled', false);
  const cover = terminal.fake.desktop.start('calculator');
  const { x, y } = sample.place(elements['link']!)!;
  terminal.fake.desktop.move(cover, { x: x + 20, y, width: 200, height: 100 });
  const once = { selector: 'name~="remove"', timeout_ms: 0 };
  const calls: readonly [string, object][] = [
    ['texts', { ...once, window }],
    ['get_element', { ...once, window: 'Sample' }],
  ];
  for (const [tool, call] of calls) {
    terminal.fake.desktop.activate(cover);
    const outcome = await bench.run(tool, call);
    if (outcome.ok) throw new Error('It worked.');
    const { total, candidates } = outcome.error.data as { total: number; candidates: readonly Candidate[] };
    expect(total).toBe(3);
    expect(candidates.map(({ id, why }) => [id, why])).toEqual([
      [idOf('second'), 'in view, enabled, on top'],
      [idOf('link'), 'in view, enabled'],
      [idOf('first'), 'in view, disabled, on top'],
    ]);
    const [{ ref }] = candidates as [Candidate];
    expect(outcome.error.message).toMatch(
      new RegExp(`\\n\\[${ref}\\] Button “Remove” at .* \\(in view, enabled, on top\\)`),
    );
    expect(await bench.run('click_input', { id: ref })).toMatchObject({ ok: true });
    expect(pressed.splice(0)).toEqual(['second']);
  }
});

interface Candidate {
  readonly id: string;
  readonly ref: string;
  readonly why: string;
}
