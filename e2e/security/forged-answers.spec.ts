import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import type { Client } from '@modelcontextprotocol/client';
import { connectAgent } from '../fixtures/agent.ts';
import type { RunningApp } from '../fixtures/app.ts';
import { cli } from '../fixtures/cli.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { UserInput } from '../fixtures/xdotool.ts';

/** An agent that may act freely, except for starting programs, which always needs a question. */
const settings = { agentPolicy: 'act', callsPerSecond: 1_000 } as const;
/** How long an unanswered question stays open, in milliseconds. */
const questionMs = 60_000;
/** Age at which a test asks a new question, so that each attempt ends while one is open. */
const freshMs = 30_000;

interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}
type Call = (name: string, parameters: object) => Promise<CallResult>;
type Trick = readonly [tool: string, parameters: object];

interface Point {
  readonly x: number;
  readonly y: number;
}

const textOf = ({ content }: CallResult) => content.map(({ text }) => text ?? '').join('\n');

async function agentOf({ window }: RunningApp): Promise<{ readonly call: Call; readonly close: () => Promise<void> }> {
  const agent: Client = await connectAgent(window, 'forger');
  const call = async (name: string, parameters: object) =>
    (await agent.callTool({ name, arguments: { ...parameters } }, { timeout: 3 * questionMs })) as CallResult;
  return { call, close: () => agent.close() };
}

/** An open question, the positions of its answers on the screen, and its outcome. */
interface Question {
  readonly page: Page;
  readonly yes: Point;
  readonly no: Point;
  readonly result: Promise<CallResult>;
  /** By the clock of `Date.now()`: before the question, and at its answer or timeout. */
  readonly at: number;
  readonly endedAt: () => number | null;
}

/** Asks whether a program may be started, and waits until a user could answer. The program ends by itself. */
async function ask({ electron }: RunningApp, call: Call): Promise<Question> {
  const at = Date.now();
  let endedAt: number | null = null;
  const result = call('launch_app', { command: 'xmessage', args: ['-timeout', '5', 'Allowed'] });
  const ended = () => (endedAt = Date.now());
  result.then(ended, ended);
  const page = await waitFor('the permission window', () => readyPromptOf(electron), questionMs);
  const [yes, no] = [await placeOf(electron, page, 'allow-once'), await placeOf(electron, page, 'deny')];
  return { page, yes, no, result, at, endedAt: () => endedAt };
}

/** Unanswered: still open, or timed out. */
function expectUnanswered({ at, endedAt }: Question): void {
  expect((endedAt() ?? Infinity) - at, 'milliseconds until the question was answered').toBeGreaterThan(questionMs);
}

/** Closing the window denies. */
async function withdraw(question: Question): Promise<void> {
  expectUnanswered(question);
  await question.page.close();
  expect((await question.result).isError).toBe(true);
}

/** Runs an attempt while a question is open; repeats it with a new question if it took longer than one stays open. */
function whileAsked(app: RunningApp, call: Call) {
  let question: Question | null = null;
  const open = async () => {
    if (question && Date.now() - question.at < freshMs) return question;
    if (question) await withdraw(question);
    return (question = await ask(app, call));
  };
  const during = async <T>(act: (question: Question) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const asked = await open();
      const result = await act(asked);
      expectUnanswered(asked);
      if (Date.now() - asked.at < questionMs) return result;
      if (tries === 3) throw new Error('It takes longer than a question stays open.');
    }
  };
  return { open, during };
}

function promptOf(electron: ElectronApplication): Page | undefined {
  return electron.windows().find((page) => page.url().includes('permission.html'));
}

/** Not the window of an earlier question, which may still be closing. */
async function readyPromptOf(electron: ElectronApplication): Promise<Page | undefined> {
  const page = promptOf(electron);
  const isReady = await page
    ?.locator('[data-ready="true"]')
    .isVisible()
    .catch(() => false);
  return isReady ? page : undefined;
}

/** Position of a button of the permission window on the screen. */
async function placeOf(electron: ElectronApplication, page: Page, id: string): Promise<Point> {
  const content = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('permission.html'))
      ?.getContentBounds(),
  );
  const box = await page.getByTestId(id).boundingBox();
  if (!content || !box) throw new Error(`${id} has no place on the screen.`);
  return { x: Math.round(content.x + box.x + box.width / 2), y: Math.round(content.y + box.y + box.height / 2) };
}

interface AuditLine {
  readonly tool?: string;
  readonly decision?: string;
  readonly result?: string;
  readonly caller?: { readonly kind: string; readonly name: string };
}

async function auditLines({ profile }: RunningApp): Promise<readonly AuditLine[]> {
  const folder = join(profile, 'audit');
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as AuditLine),
  );
}

/** The tools that a user has allowed. */
const granted = async (app: RunningApp) =>
  (await auditLines(app)).filter(({ decision }) => decision === 'granted').map(({ tool }) => tool);

/** Bounds of the agent's own window: around and below the question. */
const stage = { x: 400, y: 200, width: 1_100, height: 700 };

/** What an agent may do without a question: have a window on top of all others there. */
async function putOnTop(call: Call, window: { readonly handle: string }): Promise<void> {
  for (const [tool, parameters] of [
    ['set_always_on_top', { ...window, on: true }],
    ['move_window', { ...window, ...stage }],
  ] as const) {
    const done = await call(tool, parameters);
    expect(done.isError, textOf(done)).toBeUndefined();
  }
}

test('an agent that acts freely cannot answer for the user, whatever it does', async ({
  launch,
  target,
  desktop,
  person,
}) => {
  test.setTimeout(300_000);
  const app = await launch({ settings });
  const editor = await target('mousepad');
  const { call, close } = await agentOf(app);
  const window = { handle: editor.windowId };

  await putOnTop(call, window);
  // Keys still pending when the question opens stop before the next one.
  const typing = call('press_keys', { keys: 'Space Return a '.repeat(10), repeat: 500, window: editor.windowId });
  await waitFor('the first keys', async () => (await person.title(editor.window)).startsWith('*'), 30_000);
  const { open, during } = whileAsked(app, call);
  await open();
  const typed = await typing;
  expect(typed.isError, textOf(typed)).toBe(true);
  expect(textOf(typed)).toMatch(/question to the user is open|would go to “Deskscope: permission”/);

  const tricks = ({ yes }: Question): readonly Trick[] => [
    ['click_at', { ...yes }],
    // The first click could close the covering window, the second go through.
    ['click_at', { ...yes, double: true }],
    ['click_at', { x: stage.x + 50, y: stage.y + 650 }],
    ['click_on_coordinates', { x: 0.5, y: 0.5, window: { title: 'Mousepad' } }],
    ['drag', { from: `${stage.x + 50},${stage.y + 650}`, to: `${yes.x},${yes.y}` }],
    ['move_mouse', { to: `${yes.x},${yes.y}` }],
    ['press_keys', { keys: 'Return', window: editor.windowId }],
    ['scroll', { window: editor.windowId, direction: 'down', notches: 3 }],
    ['move_window', { ...window, x: yes.x - 200, y: yes.y - 300, width: 500, height: 400 }],
    ['maximize_window', { ...window }],
    ['set_always_on_top', { ...window, on: true }],
    ['focus_window', { ...window }],
    ['switch_to_next_window', {}],
    ['close_window', { ...window }],
    ['close_window', { title: 'Deskscope: permission' }],
  ];
  const tried = tricks(await open());
  for (const i of tried.keys()) {
    const [trick, result] = await during(async (question) => {
      const one = tricks(question)[i] ?? ['', {}];
      return [one, await call(...one)] as const;
    });
    expect(result.isError, `${JSON.stringify(trick)}: ${textOf(result)}`).toBe(true);
    expect(textOf(result), JSON.stringify(trick)).toContain('question to the user is open');
  }
  // It sees no window that it could name.
  expect(textOf(await during(() => call('list_windows', {})))).not.toContain('Deskscope');

  // A second Deskscope, from the agent's shell.
  const shell = (...args: string[]) => cli(args, desktop.env);
  const onYes = await during(({ yes }) => shell('call', 'click_at', JSON.stringify(yes)));
  expect(onYes.code, onYes.stdout).not.toBe(0);
  expect(onYes.stderr).toMatch(/question to the user is open|A window of Deskscope covers/);
  const beside = JSON.stringify({ x: stage.x + 50, y: stage.y + 650 });
  const click = await during(() => shell('call', 'click_at', beside));
  expect(click.code, click.stdout).not.toBe(0);
  expect(click.stderr).toContain('question to the user is open');
  expect((await during(() => shell('windows'))).stdout).not.toContain('Deskscope');
  expect(await granted(app)).toEqual([]);
  const lines = await auditLines(app);
  for (const [tool] of tried) {
    const refused = lines.filter((line) => line.tool?.endsWith(`::${tool}`) && line.result === 'busy');
    expect(refused, tool).not.toHaveLength(0);
    for (const { caller } of refused) expect(caller?.name).toBe('forger');
  }

  // A user, or a program on their behalf, can answer.
  const allowed = await answerByHand(await open(), person);
  expect(allowed.isError, textOf(allowed)).toBeUndefined();
  expect(await granted(app)).toContain('action::launch_app');
  await close();
});

/** Answers yes like a user who retries until it counts. */
async function answerByHand({ page, yes, result, endedAt }: Question, person: UserInput): Promise<CallResult> {
  while (endedAt() === null) {
    await Promise.race([result, page.locator('[data-ready="true"]').waitFor()]);
    await person.click(yes.x, yes.y);
    await Promise.race([result, sleep(3_000)]);
  }
  return result;
}

test('a thousand random acts of an agent answer nothing', async ({ launch, target }) => {
  test.setTimeout(300_000);
  const app = await launch({ settings });
  const editor = await target('mousepad');
  const { call, close } = await agentOf(app);
  await putOnTop(call, { handle: editor.windowId });
  const { open, during } = whileAsked(app, call);
  const random = randomFrom(11);
  const reported: string[] = [];
  for (let round = 0; round < 10; round++) {
    const results = await during(async ({ yes, no }) => {
      const next = actsAround(random, [yes, yes, no], editor.windowId);
      const tricks = Array.from({ length: 100 }, next);
      return inLanes(tricks, async (trick) => ({ trick, result: await call(...trick) }));
    });
    for (const { trick, result } of results) {
      expect(result.isError, JSON.stringify(trick)).toBe(true);
      reported.push(textOf(result));
    }
  }
  expect(reported).toHaveLength(1_000);
  // Refused during the question; the rest names a window hidden from it.
  const busy = reported.filter((text) => text.includes('question to the user is open')).length;
  expect(busy, [...new Set(reported)].join('\n')).toBeGreaterThanOrEqual(950);
  const lines = await auditLines(app);
  expect(lines.filter(({ result }) => result === 'busy').length).toBeGreaterThanOrEqual(busy);
  expect(await granted(app)).toEqual([]);
  await withdraw(await open());
  await close();
});

/** Number of concurrent calls of one agent; the limit is 32. */
const lanes = 20;

async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const [waiting, done] = [[...items], new Array<R>()];
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) done.push(await work(item));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

/** Seeded numbers from 0 to 1: mulberry32 by Tommy Ettinger, in the public domain. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Acts of every kind, mostly at the answers and around them. */
function actsAround(random: () => number, answers: readonly Point[], handle: string) {
  const from = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  };
  const number = (limit: number) => Math.floor(random() * limit);
  const point = (): Point => {
    if (random() < 0.2) return { x: stage.x + number(stage.width), y: stage.y + number(stage.height) };
    const { x, y } = from(answers);
    return { x: x + number(120) - 60, y: y + number(60) - 30 };
  };
  const text = ({ x, y }: Point) => `${x},${y}`;
  // From “Deny”, which is focused, back to “Allow once”.
  const toYes = ['shift+Tab shift+Tab Space', 'shift+Tab shift+Tab Return'];
  const keys = ['Return', 'Space', 'Tab Return', ...toYes, 'Escape', 'alt+Tab', 'ctrl+w', 'F10'];
  // Unlisted elements are searched for a while, so there are few of these.
  const window = () => (random() < 0.97 ? { handle } : from([{ title: 'Deskscope' }, { app: 'electron' }]));
  const size = () => ({ width: 200 + number(900), height: 100 + number(800) });
  const kinds: readonly (() => readonly [string, object])[] = [
    () => ['click_at', { ...point(), double: random() < 0.5, button: from(['left', 'middle', 'right']) }],
    () => ['move_mouse', { to: text(point()) }],
    () => ['drag', { from: text(point()), to: text(point()) }],
    () => ['scroll', { window: handle, direction: from(['up', 'down', 'left', 'right']), notches: 1 + number(10) }],
    () => ['press_keys', { keys: from(keys), repeat: 1 + number(3), window: handle }],
    () => ['keyboard_input', { keys: from(['{ENTER}', '{TAB}{SPACE}', ' ']), control_focus: false }],
    () => ['move_window', { ...window(), ...point(), ...size() }],
    () => ['resize_window', { ...window(), ...size() }],
    () => [from(['maximize_window', 'minimize_window', 'restore_window', 'set_fullscreen']), window()],
    () => ['set_always_on_top', window()],
    () => ['focus_window', window()],
    () => ['switch_to_next_window', {}],
    () => ['click_element', { window: handle, name: from(['Allow once', 'File']), timeout_ms: 0 }],
    () => ['click_on_coordinates', { x: random(), y: random() }],
  ];
  return () => from(kinds)();
}
