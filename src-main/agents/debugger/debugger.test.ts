import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentEvent } from '#contract/model/agents/agent';
import type { Breakpoint, Held } from '#contract/model/runs/debug';
import { createBroker, type AskingBroker } from '../../permissions/broker.ts';
import { createCallLog, type CallLog } from '../../runs/call-log.ts';
import { createBench, type Bench } from '../../tools/testing/run-tools.ts';
import { Debugger } from './debugger.ts';

const robot = { kind: 'agent', name: 'robot' } as const;
const form = { title: 'Form' };
const name = 'role=Edit name="Name"';
const typing = (text: string) => ({ selector: name, window: form, text, clear_current_text: true });

/** The machine may be busy with something else. */
const waitOptions = { timeout: 20_000 };

let reported: AgentEvent[];
let debug: Debugger;
let bench: Bench;
let calls: CallLog;
async function start(more: { readonly policyMode?: 'act' | 'observe' | 'ask'; readonly broker?: AskingBroker } = {}) {
  reported = [];
  debug = new Debugger({ changed: () => undefined, reporter: () => (event) => reported.push(event) });
  calls = createCallLog();
  bench = await createBench({ policyMode: 'act', hold: debug, caller: robot, observers: [calls], ...more });
}
beforeEach(() => start());
afterEach(() => bench.close());

const held = (): Promise<Held> =>
  vi.waitFor(() => {
    const [first] = debug.state.held;
    if (!first) throw new Error('Nothing is held.');
    return first;
  }, waitOptions);
const valueNow = () => bench.text('texts', { selector: name, window: form });
const set = (text: string, options = {}) => bench.run('set_edit_text', typing(text), options);

describe('a call of an agent', () => {
  it('passes at once if nothing holds it', async () => {
    expect((await set('Ada')).ok).toBe(true);
    expect(reported).toEqual([]);
  });

  it('is held while paused and acts only once released; calls that only look are not held', async () => {
    debug.pause();
    const call = set('Ada');
    const { title, content, who } = await held();
    expect([title, who]).toEqual(['set_edit_text', 'robot']);
    expect(JSON.parse(content!)).toMatchObject({ text: 'Ada' });
    expect(calls.list()).toMatchObject([{ status: 'held', parameters: { text: 'Ada' } }]);
    expect(await valueNow()).not.toContain('Ada');
    debug.continue();
    expect((await call).ok).toBe(true);
    expect(calls.list()[0]).toMatchObject({ status: 'ok', parameters: { text: 'Ada' } });
    expect(await valueNow()).toContain('Ada');
  });

  it('steps: one is released, the next is held', async () => {
    debug.pause();
    const first = set('one');
    await held();
    debug.step();
    expect((await first).ok).toBe(true);
    const second = set('two');
    const { id } = await held();
    debug.release(id, { do: 'go' });
    expect((await second).ok).toBe(true);
    expect(debug.state).toMatchObject({ mode: 'paused', held: [] });
  });

  it('is made with the user’s arguments, validated like any', async () => {
    debug.pause();
    const call = set('Ada');
    const { id } = await held();
    const edit = (content: string) => debug.release(id, { do: 'edit', content });
    expect(() => edit('{')).toThrow('not JSON');
    expect(() => edit('[]')).toThrow('object');
    expect(() => edit('{"text": [7, 8]}')).toThrow();
    expect(debug.state.held).toHaveLength(1);
    edit(JSON.stringify(typing('Grace')));
    expect((await call).ok).toBe(true);
    expect(await valueNow()).toContain('Grace');
    expect(reported.find(({ event }) => event === 'edited')).toMatchObject({
      what: 'call',
      before: expect.stringContaining('Ada') as string,
      after: expect.stringContaining('Grace') as string,
    });
  });

  it('tells its caller what the user changed, whether it was done and where it failed', async () => {
    debug.pause();
    const changed = async (parameters: object) => {
      const call = set('Ada');
      debug.release((await held()).id, { do: 'edit', content: JSON.stringify(parameters) });
      return call;
    };
    const notice = /The user changed this call before it was made: .*“text”/;
    const done = await changed(typing('Grace'));
    expect(done.ok && done.result.note).toMatch(notice);
    const nowhere = { ...typing('Grace'), selector: 'role=Edit name="Nowhere"', timeout_ms: 0 };
    expect(await changed(nowhere)).toMatchObject({
      ok: false,
      error: { code: 'element_not_found', hint: expect.stringMatching(notice) as string },
    });
  });

  it('is permitted by its edited form, not the original', async () => {
    await bench.close();
    const broker = createBroker({ readingMs: 0 });
    await start({ policyMode: 'ask', broker });
    const asked: unknown[] = [];
    broker.onChange(([question]) => {
      if (question?.kind !== 'permission') return;
      asked.push(question.parameters['text']);
      broker.decide(question.id, 'once');
    });
    debug.pause();
    const call = set('Ada');
    const { id } = await held();
    expect(asked).toEqual([]);
    debug.release(id, { do: 'edit', content: JSON.stringify(typing('Grace')) });
    expect((await call).ok).toBe(true);
    expect(asked).toEqual(['Grace']);
  });

  it('is reported as denied by the user, and nothing was done', async () => {
    debug.pause();
    const call = set('Ada');
    debug.release((await held()).id, { do: 'deny' });
    expect(await call).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    expect(await valueNow()).not.toContain('Ada');
  });

  it('is no longer held once its client abandons it', async () => {
    debug.pause();
    const given = new AbortController();
    const call = set('Ada', { signal: given.signal });
    const { id } = await held();
    given.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(debug.state.held).toEqual([]);
    expect(() => debug.release(id, { do: 'go' })).toThrow('no longer held');
  });

  it('of the user or a replay is never held', async () => {
    debug.pause();
    expect((await set('Ada', { caller: { kind: 'user', name: 'user' } })).ok).toBe(true);
  });

  it('with a password shows none, and cannot be edited', async () => {
    debug.pause();
    const secret = { selector: 'role=Edit name="Password"', window: form, text: 'hunter2' };
    const call = bench.run('set_edit_text', secret);
    const { id, content, editable } = await held();
    expect(content).not.toContain('hunter2');
    expect(editable).toBe(false);
    expect(() => debug.release(id, { do: 'edit', content: '{}' })).toThrow('password');
    debug.release(id, { do: 'go' });
    await call;
    expect(JSON.stringify(reported)).not.toContain('hunter2');
  });

  it('tells its client that it waits', async () => {
    debug.pause();
    const progress: [number, string][] = [];
    const call = set('Ada', { progress: (...one: [number, string]) => progress.push(one) });
    await held();
    expect(progress[0]![0]).toBeGreaterThan(0);
    expect(progress[0]![1]).toContain('waits');
    debug.continue();
    await call;
  });
});

describe('a breakpoint', () => {
  const click = { selector: 'role=Button name="Submit"', window: form };
  it.each<[string, Breakpoint, boolean]>([
    ['a tool', { on: 'tool', name: 'set_*' }, true],
    ['another tool', { on: 'tool', name: 'click_*' }, false],
    ['a name that only contains it', { on: 'tool', name: 'set' }, false],
    ['a text', { on: 'text', text: 'ADA' }, true],
    ['another text', { on: 'text', text: 'Grace' }, false],
    ['a window', { on: 'window', text: 'form' }, true],
    ['another window', { on: 'window', text: 'editor' }, false],
    ['an element, by what it is called', { on: 'element', text: 'nam' }, true],
    ['another element', { on: 'element', text: 'Submit' }, false],
    ['every act', { on: 'act' }, true],
    ['a cost, which calls have not', { on: 'cost', dollars: 0.01 }, false],
    ['an error, where there was none', { on: 'error' }, false],
    ['the second time', { on: 'repeat', times: 2 }, false],
  ])('on %s', async (_, breakpoint, holds) => {
    debug.setBreakpoints([breakpoint]);
    const call = set('Ada');
    if (holds) {
      expect((await held()).why).toContain('Breakpoint');
      debug.continue();
    }
    expect((await call).ok).toBe(true);
  });

  it('on an error holds the call after it', async () => {
    debug.setBreakpoints([{ on: 'error' }]);
    expect((await bench.run('click_input', { ...click, selector: 'name="Nowhere"', timeout_ms: 0 })).ok).toBe(false);
    const next = bench.run('texts', { selector: name, window: form });
    expect((await held()).why).toContain('failed');
    debug.continue();
    await next;
    expect((await bench.run('texts', { selector: name, window: form })).ok).toBe(true);
  });

  it('on a repeat holds at the given number of repeats', async () => {
    debug.setBreakpoints([{ on: 'repeat', times: 3 }]);
    await set('Ada');
    await set('Grace');
    await set('Grace');
    const third = set('Grace');
    expect((await held()).why).toContain('3 times');
    debug.continue();
    await third;
  });
});

describe('a task', () => {
  const until = new AbortController().signal;
  const spent = { tokens: 100, cost: null };
  it('is held before a step and after an answer, which the user may edit', async () => {
    expect(await debug.answered({ step: 1, text: 'a', spent }, until)).toBe('a');
    debug.pause();
    const step = debug.beforeStep(2, until);
    expect(await held()).toMatchObject({ kind: 'step', title: 'Step 2' });
    debug.step();
    await step;
    const answer = debug.answered({ step: 2, text: '{"status":"FAIL"}', spent }, until);
    debug.release((await held()).id, { do: 'edit', content: '{"status":"CONTINUE"}' });
    expect(await answer).toBe('{"status":"CONTINUE"}');
    expect(reported.filter(({ event }) => event === 'edited')).toMatchObject([{ what: 'answer', step: 2 }]);
  });
});

describe('the result of a call', () => {
  it('is what the user makes of it, for the caller, and the run keeps the original', async () => {
    debug.setBreakpoints([{ on: 'tool', name: 'set_edit_text' }]);
    const call = set('Ada');
    debug.release((await held()).id, { do: 'go', holdResult: true });
    await vi.waitFor(() => expect(debug.state.held).toMatchObject([{ kind: 'result' }]), waitOptions);
    expect(await valueNow()).toContain('Ada');
    const [{ id, content }] = debug.state.held as [Held];
    debug.release(id, { do: 'edit', content: '"another"' });
    const note = expect.stringMatching(/The user replaced this result/) as string;
    expect(await call).toMatchObject({ ok: true, result: { text: '"another"', note } });
    expect(reported.filter(({ event }) => event === 'edited')).toMatchObject([{ what: 'result', before: content }]);
  });

  it('that the user only viewed has no note', async () => {
    debug.pause();
    const call = set('Ada');
    debug.release((await held()).id, { do: 'go', holdResult: true });
    await vi.waitFor(() => expect(debug.state.held).toMatchObject([{ kind: 'result' }]), waitOptions);
    const [{ id, content }] = debug.state.held as [Held];
    debug.release(id, { do: 'edit', content: content! });
    expect(JSON.stringify(await call)).not.toContain('replaced');
  });

  it('is returned unchanged if the client abandons the call, since it has been made', async () => {
    debug.pause();
    const given = new AbortController();
    const call = set('Ada', { signal: given.signal });
    debug.release((await held()).id, { do: 'go', holdResult: true });
    await vi.waitFor(() => expect(debug.state.held).toMatchObject([{ kind: 'result' }]), waitOptions);
    given.abort();
    expect((await call).ok).toBe(true);
  });
});

describe('an agent under take-over', () => {
  const act = { action: { function: 'step_click', arguments: {} }, text: 'Click Button “7”', target: null };

  it('does nothing until handed back, and is told what was done', async () => {
    debug.takeOver();
    const call = set('Ada');
    const { id, why } = await held();
    expect(why).toContain('taken over');
    for (const go of [() => debug.continue(), () => debug.step(), () => debug.release(id, { do: 'go' })])
      expect(go).toThrow('taken over');
    debug.did(act);
    expect(debug.state.did).toEqual(['Click Button “7”']);
    debug.handBack();
    const outcome = await call;
    expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    expect(JSON.stringify(outcome)).toContain('Click Button “7”');
    expect(await valueNow()).not.toContain('Ada');
    expect(reported).toContainEqual({ event: 'step', step: 1, agent: { kind: 'Person', name: 'You' }, round: 0 });
    expect(reported).toContainEqual({ event: 'control', act: 'handed back', why: 'Click Button “7”' });
    expect((await set('Grace')).ok).toBe(true);
  });

  it('continues if the user did nothing, and may be denied meanwhile', async () => {
    debug.takeOver();
    const [first, second] = [set('Ada'), set('Grace')];
    await vi.waitFor(() => expect(debug.state.held).toHaveLength(2), waitOptions);
    const denied = debug.state.held.find(({ content }) => content!.includes('Grace'))!;
    debug.release(denied.id, { do: 'deny' });
    expect((await second).ok).toBe(false);
    debug.handBack();
    expect((await first).ok).toBe(true);
  });

  it('is held at once, and taken over for the user only once their acts are recorded', async () => {
    debug.takeOver({ recorded: false });
    expect(debug.state.mode).toBe('paused');
    const call = set('Ada');
    expect((await held()).why).toContain('taken over');
    debug.beginsToRecord();
    expect(debug.state.mode).toBe('taken over');
    debug.handBack();
    expect((await call).ok).toBe(true);
  });

  it('is held again if it was paused before', () => {
    debug.pause();
    debug.takeOver();
    expect(() => debug.takeOver()).toThrow('taken over');
    debug.handBack();
    expect(debug.state.mode).toBe('paused');
  });

  it('drops a stale answer of its model, and keeps a step', async () => {
    const until = new AbortController().signal;
    const did: string[] = [];
    debug.begin({ report: (event) => reported.push(event), did: ({ text }) => did.push(text) });
    debug.pause();
    const answer = debug.answered({ step: 1, text: 'a', spent: { tokens: 1, cost: null } }, until);
    await held();
    debug.takeOver();
    debug.did(act);
    debug.handBack();
    expect(await answer).toBeNull();
    expect(did).toEqual(['Click Button “7”']);
  });
});

it.each<[string, Breakpoint, number, number | null]>([
  ['dollars', { on: 'cost', dollars: 0.5 }, 10, 0.6],
  ['tokens', { on: 'tokens', tokens: 1_000 }, 1_200, null],
])('a breakpoint on %s holds the answer that exceeds it, once', async (_, breakpoint, tokens, cost) => {
  const until = new AbortController().signal;
  debug.begin({ report: () => undefined, did: () => undefined });
  debug.setBreakpoints([breakpoint]);
  expect(await debug.answered({ step: 1, text: 'a', spent: { tokens: 5, cost: 0.1 } }, until)).toBe('a');
  const answer = debug.answered({ step: 2, text: 'b', spent: { tokens, cost } }, until);
  expect((await held()).why).toContain('Breakpoint');
  debug.continue();
  expect(await answer).toBe('b');
  expect(await debug.answered({ step: 3, text: 'c', spent: { tokens, cost } }, until)).toBe('c');
});

/** The same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const actions = ['call', 'call', 'call', 'pause', 'continue', 'step', 'go', 'deny', 'edit', 'result'] as const;
const moreActions = ['give up', 'rest', 'take over', 'did', 'hand back'] as const;

it.each(Array.from({ length: 25 }, (_, seed) => seed))(
  'nothing a user or client does loses a call, answers it twice or lets a denied or unapproved one act: %i',
  async (seed) => {
    await bench.close();
    const next = random(seed);
    const pick = <T>(...of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
    const broker = createBroker({ readingMs: 0 });
    await start({ policyMode: 'ask', broker });
    const permitted = new Map<string, string>();
    const answered = new Set<string>();
    broker.onChange(([question]) => {
      if (question?.kind !== 'permission' || answered.has(question.id)) return;
      answered.add(question.id);
      const allows = next() < 0.7;
      if (allows) permitted.set(question.id, String(question.parameters['text']));
      broker.decide(question.id, allows ? 'once' : 'deny');
    });
    const given: AbortController[] = [];
    const done: string[] = [];
    const denied = new Set<string>();
    const calls: Promise<unknown>[] = [];
    const ends: string[] = [];
    /** Refused while taken over. */
    const may = (work: () => void) => {
      if (debug.state.mode === 'taken over') expect(work).toThrow('taken over');
      else work();
    };
    for (let n = 0; n < 30; n++) {
      const first = debug.state.held.find(({ kind }) => kind === 'call');
      const choice = pick(...actions, ...moreActions);
      if (choice === 'call') {
        const stop = new AbortController();
        const text = `text ${n}`;
        given.push(stop);
        const record = (ok: boolean) => {
          ends.push(text);
          if (ok) done.push(text);
        };
        calls.push(set(text, { signal: stop.signal }).then(({ ok }) => record(ok)));
      } else if (choice === 'pause') debug.pause();
      else if (choice === 'continue') may(() => debug.continue());
      else if (choice === 'step') may(() => debug.step());
      else if (choice === 'take over') may(() => debug.takeOver());
      else if (choice === 'hand back') debug.handBack();
      else if (choice === 'did' && debug.state.mode === 'taken over')
        debug.did({ action: { function: 'step_click', arguments: {} }, text: 'Click', target: null });
      else if (choice === 'give up' && given.length > 0) pick(...given).abort();
      else if (choice === 'rest') await new Promise((resolve) => setTimeout(resolve, 5));
      else if (first && choice === 'deny') {
        denied.add((JSON.parse(first.content!) as { text: string }).text);
        debug.release(first.id, { do: 'deny' });
      } else if (first && choice === 'go') may(() => debug.release(first.id, { do: 'go' }));
      else if (first && choice === 'result') may(() => debug.release(first.id, { do: 'go', holdResult: true }));
      else if (first && choice === 'edit')
        may(() => debug.release(first.id, { do: 'edit', content: JSON.stringify(typing(`edited ${n}`)) }));
    }
    await vi.waitFor(() => {
      debug.handBack();
      debug.continue();
      expect(ends).toHaveLength(calls.length);
    }, waitOptions);
    for (const text of denied) expect(done).not.toContain(text);
    // Each yes was for one call, as it was when asked.
    expect(done.length).toBeLessThanOrEqual(permitted.size);
    const unchanged = done.filter((text) => [...permitted.values()].includes(text));
    const changed = [...permitted.values()].filter((text) => text.startsWith('edited'));
    expect(done.length).toBeLessThanOrEqual(unchanged.length + changed.length);
    expect(debug.state.held).toEqual([]);
  },
  30_000,
);
