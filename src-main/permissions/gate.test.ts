import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shownMode } from '../base/testing/shown-mode.ts';
import type { PermissionAnswer } from '#contract/model/permissions/permission';
import type { Caller } from '#contract/model/tools/tool-call';
import { createBroker, type Broker, type Question } from './broker.ts';
import { createGate, type GateQuestion, type TargetWindow } from './gate.ts';
import { createGrants } from './grants.ts';
import { createHalt } from './halt.ts';
import { permissionsIn } from './testing/asked.ts';

const agent: Caller = { kind: 'agent', name: 'robot' };
const signal = new AbortController().signal;
const calculator: TargetWindow = { id: '0x1', app: 'galculator', title: 'Calculator' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-grants-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function answers(...given: PermissionAnswer[]): { broker: Broker; asked: Question[] } {
  const asked: Question[] = [];
  const ask = (question: Question) => Promise.resolve(given[asked.push(question) - 1] ?? 'deny');
  return { broker: { ask, recheck: () => undefined, denial: () => ({ message: 'No.', hint: 'Ask.' }) }, asked };
}

function question(more: Partial<GateQuestion> = {}): GateQuestion {
  return {
    effect: 'act',
    caller: agent,
    access: 'full',
    tool: 'click_input',
    title: 'Click',
    sentence: 'Click OK',
    parameters: { name: 'OK' },
    wanted: () => 'no window',
    labels: () => Promise.resolve(['OK']),
    windows: () => Promise.resolve([calculator]),
    ...more,
  };
}
const inApp = (app: string) => ({ windows: () => Promise.resolve([{ ...calculator, app }]) });

it('“once” is asked again, “session” covers this tool in this app, “always” every act in it', async () => {
  const { broker, asked } = answers('once', 'session', 'once', 'once', 'once', 'always', 'once');
  const gate = createGate({ policyMode: 'ask', broker });
  const decide = async (more: Partial<GateQuestion> = {}) => (await gate.decide(question(more), signal)).decidedBy;
  expect(await decide()).toBe('acting: the answer “once”');
  expect(await decide()).toBe('acting: the answer “session”');
  expect(await decide()).toBe('an answer for this session');
  await decide({ tool: 'keyboard_input' });
  await decide({ caller: { kind: 'agent', name: 'other' } });
  await decide(inApp('terminal'));
  expect(asked).toHaveLength(5);
  expect(await decide({ tool: 'keyboard_input' })).toBe('acting: the answer “always”');
  expect(await decide({ tool: 'wheel_mouse_input' })).toBe('an answer for always');
  expect(await decide({ labels: () => Promise.resolve(['Delete']) })).toContain('the destructive label “delete”');
});

it('asks with who, what, where and why', async () => {
  const { broker, asked } = answers('deny');
  const gate = createGate({ policyMode: 'ask', broker });
  expect(await gate.decide(question(), signal)).toMatchObject({
    decision: 'denied',
    error: { code: 'permission_denied', delivery: 'not_delivered' },
  });
  expect(asked[0]).toMatchObject({
    caller: agent,
    tool: 'click_input',
    title: 'Click',
    sentence: 'Click OK',
    parameters: { name: 'OK' },
    target: 'galculator',
    windowTitle: 'Calculator',
    windowId: '0x1',
    reason: 'acting',
    offers: ['deny', 'deny-session', 'once', 'session', 'always'],
  });
});

it('queries nothing if a person at this machine acts', async () => {
  const looked = () => Promise.reject(new Error('looked'));
  const gate = createGate({ policyMode: 'ask', broker: answers().broker });
  const caller: Caller = { kind: 'user', name: 'You' };
  expect((await gate.decide(question({ caller, windows: looked, labels: looked }), signal)).decision).toBe('allowed');
});

it('follows mode, lists and halt while it runs, and admits no sensitive window that appears later', async () => {
  let mode: 'act' | 'observe' = 'act';
  const halt = createHalt();
  const gate = createGate({ policyMode: () => mode, broker: answers().broker, halt });
  const allowed = await gate.decide(question(), signal);
  expect(allowed).toMatchObject({ decision: 'allowed', decidedBy: 'the policy “act”' });
  const vault: TargetWindow = { id: '0x2', app: 'keepassxc', title: 'Passwords' };
  const permits = allowed.decision === 'denied' ? () => true : allowed.permit.permits;
  expect([permits(calculator), permits(vault), permits({ ...vault, id: '0x1' })]).toEqual([true, false, false]);
  halt.pull();
  expect(await gate.decide(question(), signal)).toMatchObject({ decidedBy: 'the halt', decision: 'denied' });
  halt.resume();
  mode = 'observe';
  expect(await gate.decide(question(), signal)).toMatchObject({ decidedBy: 'the policy “observe”' });
});

it('reports a halt as the reason if a halt answered', async () => {
  const halt = createHalt();
  const broker = createBroker({ readingMs: 0 });
  const gate = createGate({ policyMode: 'ask', broker, halt });
  const deciding = gate.decide(question(), signal);
  await vi.waitFor(() => expect(broker.pending()).toHaveLength(1));
  halt.pull();
  broker.denyAll();
  expect(await deciding).toMatchObject({ decision: 'denied', decidedBy: 'the halt' });
  expect(await deciding).toMatchObject({ error: { message: expect.stringContaining('halted') as string } });
});

it('settles queued questions that another answer covers', async () => {
  const broker = createBroker({ readingMs: 0 });
  const gate = createGate({ policyMode: 'ask', broker });
  const calls = [question(), question(), question({ tool: 'keyboard_input' })].map((asked) =>
    gate.decide(asked, signal),
  );
  await new Promise(setImmediate);
  expect(broker.pending()).toHaveLength(3);
  broker.decide(broker.pending()[0]!.id, 'session');
  expect((await calls[0])!.decidedBy).toBe('acting: the answer “session”');
  expect((await calls[1])!.decidedBy).toBe('an answer for this session');
  expect(permissionsIn(broker.pending()).map(({ tool }) => tool)).toEqual(['keyboard_input']);
  broker.denyAll();
  expect((await calls[2])!.decision).toBe('denied');
});

it('denies waiting calls for the session too, and stores none of that on disk', async () => {
  const file = path.join(folder, 'grants.json');
  const grants = createGrants({ file });
  const broker = createBroker({ readingMs: 60_000 });
  const gate = createGate({ policyMode: 'ask', broker, grants });
  const other: Caller = { kind: 'agent', name: 'other' };
  const calls = [{}, {}, { tool: 'keyboard_input' }, inApp('terminal'), { caller: other }].map((more) =>
    gate.decide(question(more), signal),
  );
  await vi.waitFor(() => expect(broker.pending()).toHaveLength(5));
  broker.decide(broker.pending()[0]!.id, 'deny-session');
  const message = 'The user denied this for the session.';
  expect(await calls[0]).toMatchObject({
    decision: 'denied',
    decidedBy: 'acting: the answer “deny-session”',
    error: { message },
  });
  expect(await calls[1]).toMatchObject({
    decision: 'denied',
    decidedBy: 'a denial for this session',
    error: { message },
  });
  expect(broker.pending()).toHaveLength(3);
  broker.denyAll();
  expect(await calls[2]).toMatchObject({ decidedBy: 'acting: the answer “deny”' });

  await grants.add({ client: 'robot', app: 'galculator', tool: 'click_input' }, 'always');
  expect(await gate.decide(question(), signal)).toMatchObject({ decidedBy: 'a denial for this session' });
  expect(await gate.preview(question())).toEqual({ answer: 'deny', rule: 'a denial for this session' });
  expect((await gate.decide(question({ effect: 'observe' }), signal)).decision).toBe('allowed');
  expect(createGrants({ file }).list()).toMatchObject([{ lasts: 'always', denies: null }]);
  await grants.revoke(grants.list().find(({ denies }) => denies !== null)!.id);
  expect(await gate.decide(question(), signal)).toMatchObject({ decidedBy: 'an answer for always' });
});

it('a denial covers its subject, whatever the agent calls a missing window', async () => {
  const { broker, asked } = answers('deny-session', 'deny-session', 'deny-session');
  const gate = createGate({ policyMode: 'ask', broker });
  const decide = async (...windows: TargetWindow[]) =>
    (await gate.decide(question({ windows: () => Promise.resolve(windows) }), signal)).decidedBy;
  const vault: TargetWindow = { id: '0x2', app: 'keepassxc', title: 'Passwords' };
  await decide(calculator, vault);
  expect(asked[0]).toMatchObject({ apps: ['keepassxc'] });
  expect(await decide(vault)).toBe('a denial for this session');
  expect(await decide(vault, { ...calculator, app: 'gedit' })).toBe('a denial for this session');
  expect(await decide(calculator)).toContain('acting');

  await decide({ app: 'made-up', title: '' });
  expect(asked[2]).toMatchObject({ apps: [] });
  expect(await decide({ app: 'made-up-again', title: '' })).toBe('a denial for this session');
  expect(await decide()).toBe('a denial for this session');
  expect(await decide({ ...calculator, app: 'gedit' })).toContain('acting');
});

it('stores answers for always, and only those, in a file readable for the user alone', async () => {
  const file = path.join(folder, 'grants.json');
  const grants = createGrants({ file });
  await grants.add({ client: 'robot', app: 'a', tool: 't' }, 'session');
  await grants.add({ client: 'robot', app: 'b', tool: 't' }, 'always');
  expect(statSync(file).mode & 0o777).toBe(shownMode(0o600));
  const again = createGrants({ file });
  expect(again.list()).toMatchObject([{ client: 'robot', app: 'b', tool: null, lasts: 'always' }]);
  expect(again.find({ client: 'robot', app: 'b', tool: 'other' })).not.toBeNull();
  for (const scope of [
    { client: 'Robot', app: 'b', tool: 't' },
    { client: 'robot', app: 'a', tool: 't' },
  ]) {
    expect(again.find(scope)).toBeNull();
  }
  await again.revoke(again.list()[0]!.id);
  expect(createGrants({ file }).list()).toEqual([]);
});

it.each(['{"version":1,"grants":[{"app":"x"}]}', 'not json', '{"version":2,"grants":[]}'])(
  'a file with %s grants nothing, and is kept',
  (content) => {
    const file = path.join(folder, 'grants.json');
    writeFileSync(file, content);
    expect(createGrants({ file }).list()).toEqual([]);
    expect(readFileSync(`${file}.bad`, 'utf8')).toBe(content);
  },
);

it('a caller is notified periodically that an answer is pending, and never if nobody is asked', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let answer: ((personsAnswer: PermissionAnswer) => void) | undefined;
  const broker = { ...answers().broker, ask: () => new Promise<PermissionAnswer>((resolve) => (answer = resolve)) };
  const [asked, stillAsked] = [vi.fn(), vi.fn()];
  try {
    const decided = createGate({ policyMode: 'ask', broker }).decide(question({ asked, stillAsked }), signal);
    await vi.waitFor(() => expect(answer).toBeDefined());
    expect(asked).toHaveBeenCalledTimes(1);
    expect(stillAsked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(35_000);
    expect(stillAsked).toHaveBeenCalledTimes(3);
    answer?.('once');
    expect(await decided).toMatchObject({ decision: 'granted' });
    vi.advanceTimersByTime(35_000);
    await createGate({ policyMode: 'act', broker }).decide(question({ asked, stillAsked }), signal);
    expect([asked, stillAsked].map(({ mock }) => mock.calls.length)).toEqual([1, 3]);
  } finally {
    vi.useRealTimers();
  }
});

it('a disk that fails loses the stored answer, not the call', async () => {
  const logged: string[] = [];
  const file = path.join(folder, 'missing', 'grants.json');
  const grants = createGrants({ file, log: (_, message) => void logged.push(message) });
  const gate = createGate({ policyMode: 'ask', broker: answers('always').broker, grants });
  expect((await gate.decide(question(), signal)).decision).toBe('granted');
  expect((await gate.decide(question(), signal)).decidedBy).toBe('an answer for always');
  expect(logged).toHaveLength(1);
});

describe('a grant for an app applies to its open windows', () => {
  const named: TargetWindow = { app: 'galculator', title: 'galculator' };
  const at = (...windows: TargetWindow[]) => ({ windows: () => Promise.resolve(windows) });
  const lists = (...permissionRules: string[]) => ({
    lists: () => ({ permissionRules, sensitiveApps: [], destructiveWords: [] }),
  });

  it('and not to an unknown window’s name, which no answer and no allowing rule covers, and which makes no grant', async () => {
    const { broker, asked } = answers('always', 'once', 'once', 'once');
    const gate = createGate({ policyMode: 'ask', broker });
    await gate.decide(question(), signal);
    expect((await gate.decide(question(), signal)).decidedBy).toBe('an answer for always');
    expect((await gate.decide(question(at(named)), signal)).decidedBy).toContain('acting');
    expect(asked[1]?.offers).toEqual(['deny', 'deny-session', 'once']);
    const ruled = createGate({ policyMode: 'ask', broker, ...lists('allow act in galculator') });
    expect((await ruled.decide(question(), signal)).decidedBy).toContain('your rule');
    expect((await ruled.decide(question(at(named)), signal)).decidedBy).toContain('acting');
    expect((await ruled.decide(question(at(calculator, { ...calculator, app: 'gedit' })), signal)).decidedBy).toContain(
      'acting',
    );
  });

  it('a window that opens later counts only for the app in the question, and another process that reuses its id does not', async () => {
    const { broker } = answers('once', 'once', 'once');
    const gate = createGate({ policyMode: 'ask', broker });
    const leaveFor = async (...windows: TargetWindow[]) => {
      const decided = await gate.decide(question(at(...windows)), signal);
      if (decided.decision === 'denied') throw new Error('It was denied.');
      return decided.permit;
    };
    const mail: TargetWindow = { id: '0x1', app: 'mail', title: 'galculator', program: '7 1 /mail' };
    const byWords = await leaveFor(named);
    expect([byWords.permits(calculator), byWords.permits(mail)]).toEqual([true, false]);
    const byTitle = await leaveFor({ app: '', title: 'galculator' });
    expect([byTitle.permits(calculator), byTitle.permits(mail)]).toEqual([false, false]);
    const script: TargetWindow = { id: '0x1', app: 'python3', title: 'A', program: '7 1 /python3' };
    const byId = await leaveFor(script);
    const others = [
      mail,
      { ...script, program: '7 2 /python3' },
      { ...script, id: '0x2' as const },
      { ...script, title: 'B' },
    ];
    expect(others.map((window) => byId.permits(window))).toEqual([false, false, true, true]);
  });
});

describe('a caller that stopped waiting', () => {
  const asking = () => {
    const broker = createBroker({ readingMs: 0 });
    const gate = createGate({ policyMode: 'ask', broker });
    const decide = (more: Partial<GateQuestion> = {}, signal = new AbortController().signal) =>
      gate.decide(question({ act: () => 'press OK', ...more }), signal);
    /** Asks, gives up, and answers afterwards. */
    const answerLate = async (personsAnswer: PermissionAnswer, more: Partial<GateQuestion> = {}) => {
      const gone = new AbortController();
      const decided = decide(more, gone.signal);
      await vi.waitFor(() => expect(broker.pending()).toHaveLength(1));
      gone.abort();
      await expect(decided).rejects.toMatchObject({ code: 'cancelled' });
      const [left] = permissionsIn(broker.pending());
      if (left) broker.decide(left.id, personsAnswer);
      return left;
    };
    const isAsked = async (more: Partial<GateQuestion>) => {
      const decided = decide(more);
      await vi.waitFor(() => expect(broker.pending()).toHaveLength(1));
      broker.decide(broker.pending()[0]!.id, 'deny');
      await decided;
    };
    return { broker, decide, answerLate, isAsked };
  };

  it('finds the answer once, when the same call is repeated', async () => {
    const { broker, decide, answerLate, isAsked } = asking();
    expect(await answerLate('once')).toMatchObject({ hasLapsed: true });
    expect(broker.pending()).toEqual([]);
    await isAsked({ act: () => 'press Cancel' });
    await isAsked({ caller: { kind: 'agent', name: 'other' } });
    await isAsked({ windows: () => Promise.resolve([{ ...calculator, title: 'Other' }]) });
    await isAsked({ labels: () => Promise.resolve(['Other']) });
    expect(await decide()).toMatchObject({
      decision: 'granted',
      decidedBy: 'acting, asked before: the answer “once”',
    });
    await isAsked({});
  });

  it('finds a no as well, and a longer-lasting answer at once', async () => {
    const { decide, answerLate } = asking();
    await answerLate('deny');
    expect(await decide()).toMatchObject({ decision: 'denied', error: { message: 'The user did not allow it.' } });
    await answerLate('session');
    expect(await decide({ act: () => 'press 7' })).toMatchObject({ decidedBy: 'an answer for this session' });
  });

  it('finds nothing after a minute', async () => {
    const { answerLate, isAsked } = asking();
    await answerLate('once');
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
    await isAsked({});
    now.mockRestore();
  });

  it('gives up its question for others, on a halt, and if it cannot be distinguished from another', async () => {
    const { broker, decide, answerLate } = asking();
    expect(await answerLate('once', { act: undefined as never })).toBeUndefined();
    const gone = new AbortController();
    const decided = decide({}, gone.signal);
    await vi.waitFor(() => expect(broker.pending()).toHaveLength(1));
    gone.abort();
    await expect(decided).rejects.toMatchObject({ code: 'cancelled' });
    const next = decide({ act: () => 'press 7' });
    await vi.waitFor(() =>
      expect(permissionsIn(broker.pending()).map(({ hasLapsed }) => hasLapsed)).toEqual([undefined]),
    );
    broker.denyAll();
    expect((await next).decision).toBe('denied');
    expect(broker.pending()).toEqual([]);
  });

  it('is asked no longer than it waits', async () => {
    const { broker, decide } = asking();
    const decided = decide({ waitsMs: () => 20 });
    await expect(decided).rejects.toMatchObject({ message: 'No answer within 0.02 s.' });
    expect(broker.pending()).toEqual([]);
  });
});
