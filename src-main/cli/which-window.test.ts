import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../base/log.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { element } from '../engine/backends/fake/element.ts';
import type { FakeWindow, WindowSpec } from '../engine/backends/fake/window.ts';
import { createLocalEngine } from '../engine/process/local-engine.ts';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';

/** One scripted desktop, seen by the tools and by the command line. */
let terminal: Terminal;
let bench: Bench;
/** Windows that a test has opened: each is next to the one before. */
let places: number;

beforeEach(async () => {
  places = 0;
  terminal = await openTerminal();
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(terminal.fake) });
  bench = await createBench({ engine });
});
afterEach(async () => {
  await bench.close();
  await terminal.close();
});

const open = (spec: Partial<WindowSpec>): FakeWindow =>
  terminal.fake.desktop.open({
    title: 'Untitled',
    app: 'program',
    className: 'Class',
    content: { x: 40 * ++places, y: 300, width: 200, height: 100 },
    root: element({
      controlType: 'Window',
      name: 'Root',
      children: [element({ controlType: 'Button', name: 'Press', at: [10, 10, 80, 30], onInvoke: () => undefined })],
    }),
    ...spec,
  });

interface Door {
  readonly key: string;
  readonly call: object;
  /** The handle of the window in an answer. */
  readonly handle: (data: unknown) => unknown;
}

const ofWindow = (data: unknown) => (data as { handle: unknown }).handle;
const ofElement = (data: unknown) => {
  const { element } = data as { element: { elementId: string } };
  return /^window:(0x[0-9a-f]+)/.exec(element.elementId)?.[1];
};
const dryRoute = (data: unknown) => JSON.stringify((data as { route: unknown }).route);

/** Every way in through which a person’s words come, and which window they lead to: its handle, or the error’s code. */
async function found(words: string): Promise<Readonly<Record<string, unknown>>> {
  const doors: readonly Door[] = [
    { key: 'focus_window', call: { called: words }, handle: ofWindow },
    { key: 'ui_automation', call: { action: 'find', name: 'Press', windowHandle: words }, handle: ofElement },
    { key: 'ui_automation', call: { action: 'find_and_click', name: 'Press', windowHandle: words }, handle: ofElement },
    { key: 'find_element', call: { selector: 'name="Press"', window: words }, handle: ofElement },
  ];
  const answers: Record<string, unknown> = {};
  for (const [index, { key, call, handle }] of doors.entries()) {
    const outcome = await bench.run(key, call);
    answers[`${index} ${key}`] = outcome.ok ? handle(outcome.result.data) : outcome.error.code;
  }
  const click = { selector: 'name="Press"', window: { called: words }, timeout_ms: 0 };
  const clicked = await bench.run('click_input', click);
  answers['click_input'] = clicked.ok ? await frontHandle() : clicked.error.code;
  for (const command of [['tree'], ['find'], ['focus']]) {
    const more = command[0] === 'find' ? ['--name', 'Press'] : [];
    const answer = await terminal.json(...command, words, ...more);
    answers[`deskscope ${command[0]}`] = handleIn(answer);
  }
  return answers;
}

async function frontHandle(): Promise<unknown> {
  const { items } = await bench.engine.listWindows({});
  return items.find(({ active }) => active)?.id;
}

function handleIn(answer: Record<string, unknown>): unknown {
  if (answer['ok'] !== true) return (answer['error'] as { code: string }).code;
  return /0x[0-9a-f]+/.exec(JSON.stringify(answer['window'] ?? answer['matches'] ?? answer['root']))?.[0];
}

/** The same through every door. */
async function expectAll(words: string, wanted: string): Promise<void> {
  const answers = await found(words);
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((door) => [door, wanted])));
}

describe('the same words name the same window everywhere:', () => {
  const spec = { title: 'Letter - Notepad', app: 'notepad.exe', className: 'EditorWindow' };
  it.each<[what: string, spec: Partial<WindowSpec>, words: string | ((window: FakeWindow) => string)]>([
    ['its title', spec, 'Letter - Notepad'],
    ['its title in another case', spec, 'letter - NOTEPAD'],
    ['a part of its title', spec, 'Letter'],
    ['the program as `deskscope windows` prints it', { ...spec, app: 'xfce4-appfinder' }, 'xfce4-appfinder'],
    ['the file name of the program', spec, 'notepad.exe'],
    ['that name without .exe, in another case', spec, 'Notepad'],
    ['the program with other dashes', { ...spec, app: 'google-chrome' }, 'Google Chrome'],
    ['its class', spec, 'EditorWindow'],
    ['its process', spec, ({ processId }) => String(processId)],
    ['a title that is a number', { ...spec, title: '2048' }, '2048'],
    ['its handle', spec, ({ id }) => id],
    ['its handle in capitals', spec, ({ id }) => `0x${id.slice(2).toUpperCase()}`],
    ['its handle in decimal', spec, ({ id }) => String(Number(id))],
  ])('%s', async (what, spec, words) => {
    const window = open(spec);
    const query = typeof words === 'string' ? words : words(window);
    // Names win over parts of titles.
    if (what !== 'a part of its title') open({ title: `All about ${query}`, app: 'browser' });
    await expectAll(query, window.id);
  });

  it('one that is on another desktop', async () => {
    const window = open(spec);
    terminal.fake.desktop.showDesktop(1);
    terminal.fake.desktop.start('notes');
    await expectAll('Letter', window.id);
  });

  it('two of one title, none of them', async () => {
    open({ title: 'Same' });
    open({ title: 'Same', app: 'other' });
    await expectAll('Same', 'multiple_matches');
  });

  it('one that is called like the handle of another, neither', async () => {
    const window = open(spec);
    open({ title: String(Number(window.id)) });
    await expectAll(String(Number(window.id)), 'multiple_matches');
  });

  it('none that is there', async () => {
    open(spec);
    await expectAll('Letters', 'window_not_found');
  });

  it('one of another user, which is refused by name', async () => {
    open({ ...spec, foreign: true });
    await expectAll('Letter', 'elevated_target');
  });
});

describe('single fields mean the same as words:', () => {
  it.each([
    ['app', 'notepad'],
    ['app', 'notepad.exe'],
    ['app', 'EditorWindow'],
    ['title', '2048'],
    ['title', 'pad 2048'],
    ['class_name', 'editorwindow'],
  ])('%s=%s', async (field, value) => {
    const title = value.startsWith('pad') ? 'Notepad 2048' : '2048';
    const window = open({ title, app: 'Notepad.exe', className: 'EditorWindow' });
    terminal.fake.desktop.start('notes');
    const dry = { selector: 'name="Press"', window: { [field]: value }, timeout_ms: 0, dry_run: true };
    const click = await bench.run('click_input', dry);
    expect(click.ok && dryRoute(click.result.data)).toContain(`"window":"${window.id}"`);
    const focused = await bench.run('focus_window', { [field]: value });
    expect(focused.ok && ofWindow(focused.result.data)).toBe(window.id);
  });
});

it('several are reported likeliest first, and why they fit', async () => {
  const [first, second, third] = [open({ title: 'Same' }), open({ title: 'Same' }), open({ title: 'Same 2' })] as const;
  terminal.fake.desktop.activate(second);
  terminal.fake.desktop.activate(first);
  bench.session.selected = (await bench.engine.listWindows({})).items.find(({ id }) => id === second.id) ?? null;
  terminal.fake.desktop.activate(third);
  const outcome = await bench.run('focus_window', { called: 'Same' });
  if (outcome.ok) throw new Error('It worked.');
  const candidates = outcome.error.data?.['candidates'] as readonly { handle: string; why: string }[];
  expect(candidates.map(({ handle, why }) => `${handle} ${why}`)).toEqual([
    `${second.id} exact title, last used`,
    `${first.id} exact title`,
  ]);
  expect(outcome.error.message).toMatch(/\(exact title, last used\)[^]*\(exact title\)/);
});

it('who waits for a window takes none of another desktop for it', async () => {
  const elsewhere = open({ app: 'letters' });
  terminal.fake.desktop.showDesktop(1);
  const looks = vi.spyOn(bench.engine, 'listWindows');
  const click = { selector: 'name="Press"', window: { app: 'letters' }, timeout_ms: 20_000 };
  const clicking = bench.run('click_input', click);
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(2));
  const came = open({ app: 'letters' });
  expect(await clicking).toMatchObject({ ok: true });
  expect(await frontHandle()).toBe(came.id);
  expect([elsewhere.desktop, terminal.fake.desktop.desktops.current]).toEqual([0, 1]);
});
