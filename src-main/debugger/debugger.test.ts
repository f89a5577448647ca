import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentEvent } from '#contract/model/agent';
import type { Breakpoint, Held } from '#contract/model/debug';
import { createBroker, type AskingBroker } from '../permissions/broker.ts';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { Debugger } from './debugger.ts';

const robot = { kind: 'agent', name: 'robot' } as const;
const form = { title: 'Form' };
const name = 'role=Edit name="Name"';
const typing = (text: string) => ({ selector: name, window: form, text, clear_current_text: true });

let told: AgentEvent[];
let debug: Debugger;
let bench: Bench;
async function start(more: { readonly policyMode?: 'act' | 'observe' | 'ask'; readonly broker?: AskingBroker } = {}) {
  told = [];
  debug = new Debugger({ changed: () => undefined, teller: () => (event) => told.push(event) });
  bench = await createBench({ policyMode: 'act', hold: debug, caller: robot, ...more });
}
beforeEach(() => start());
afterEach(() => bench.close());

const held = (): Promise<Held> =>
  vi.waitFor(() => {
    const [first] = debug.state.held;
    if (!first) throw new Error('Nothing is held.');
    return first;
  });
const valueNow = () => bench.text('texts', { selector: name, window: form });
const set = (text: string, options = {}) => bench.run('set_edit_text', typing(text), options);

describe('a call of an agent', () => {
  it('passes at once where nothing holds it', async () => {
    expect((await set('Ada')).ok).toBe(true);
    expect(told).toEqual([]);
  });

  it('is held while paused, acts only once it is let go, and what only looks is not held', async () => {
    debug.pause();
    const call = set('Ada');
    const { title, content, who } = await held();
    expect([title, who]).toEqual(['set_edit_text', 'robot']);
    expect(JSON.parse(content!)).toMatchObject({ text: 'Ada' });
    expect(await valueNow()).not.toContain('Ada');
    debug.continue();
    expect((await call).ok).toBe(true);
    expect(await valueNow()).toContain('Ada');
  });

  it('steps: one goes, the next is held', async () => {
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

  it('is made with the arguments that the person gave it, checked as any', async () => {
    debug.pause();
    const call = set('Ada');
    const { id } = await held();
    const edit = (content: string) => debug.release(id, { do: 'edit', content });
    expect(() => edit('{')).toThrow('no JSON');
    expect(() => edit('[]')).toThrow('object');
    expect(() => edit('{"text": 7}')).toThrow();
    expect(debug.state.held).toHaveLength(1);
    edit(JSON.stringify(typing('Grace')));
    expect((await call).ok).toBe(true);
    expect(await valueNow()).toContain('Grace');
    expect(told.find(({ event }) => event === 'edited')).toMatchObject({
      what: 'call',
      before: expect.stringContaining('Ada') as string,
      after: expect.stringContaining('Grace') as string,
    });
  });

  it('is permitted as what it is after the edit, not as what it was', async () => {
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

  it('is told where the person denied it, and nothing was done', async () => {
    debug.pause();
    const call = set('Ada');
    debug.release((await held()).id, { do: 'deny' });
    expect(await call).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    expect(await valueNow()).not.toContain('Ada');
  });

  it('that its client gives up is held no more', async () => {
    debug.pause();
    const given = new AbortController();
    const call = set('Ada', { signal: given.signal });
    const { id } = await held();
    given.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(debug.state.held).toEqual([]);
    expect(() => debug.release(id, { do: 'go' })).toThrow('not held any more');
  });

  it('of the user or a replay is never held', async () => {
    debug.pause();
    expect((await set('Ada', { caller: { kind: 'user', name: 'user' } })).ok).toBe(true);
  });

  it('with a password shows none, and cannot be changed', async () => {
    debug.pause();
    const secret = { selector: 'role=Edit name="Password"', window: form, text: 'hunter2' };
    const call = bench.run('set_edit_text', secret);
    const { id, content, editable } = await held();
    expect(content).not.toContain('hunter2');
    expect(editable).toBe(false);
    expect(() => debug.release(id, { do: 'edit', content: '{}' })).toThrow('password');
    debug.release(id, { do: 'go' });
    await call;
    expect(JSON.stringify(told)).not.toContain('hunter2');
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
    ['every act', { on: 'act' }, true],
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

  it('on a repeat holds when it has come so often in a row', async () => {
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
  it('is held before a step and after an answer, which the person may change', async () => {
    expect(await debug.answered({ step: 1, text: 'a' }, until)).toBe('a');
    debug.pause();
    const step = debug.beforeStep(2, until);
    expect(await held()).toMatchObject({ kind: 'step', title: 'Step 2' });
    debug.step();
    await step;
    const answer = debug.answered({ step: 2, text: '{"status":"FAIL"}' }, until);
    debug.release((await held()).id, { do: 'edit', content: '{"status":"CONTINUE"}' });
    expect(await answer).toBe('{"status":"CONTINUE"}');
    expect(told.filter(({ event }) => event === 'edited')).toMatchObject([{ what: 'answer', step: 2 }]);
  });
});

/** The same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it.each(Array.from({ length: 25 }, (_, seed) => seed))(
  'nothing a person or client does loses a call, answers it twice or lets a denied one act: %i',
  async (seed) => {
    const next = random(seed);
    const pick = <T>(...of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
    const given: AbortController[] = [];
    const ends: string[] = [];
    const denied = new Set<string>();
    const calls: Promise<unknown>[] = [];
    for (let n = 0; n < 30; n++) {
      const [first] = debug.state.held;
      switch (pick('call', 'call', 'call', 'pause', 'continue', 'step', 'go', 'deny', 'edit', 'give up', 'rest')) {
        case 'call': {
          const stop = new AbortController();
          const text = `text ${n}`;
          given.push(stop);
          calls.push(set(text, { signal: stop.signal }).then(({ ok }) => ends.push(`${text} ${ok}`)));
          break;
        }
        case 'pause':
          debug.pause();
          break;
        case 'continue':
          debug.continue();
          break;
        case 'step':
          debug.step();
          break;
        case 'go':
          if (first) debug.release(first.id, { do: 'go' });
          break;
        case 'deny':
          if (first) denied.add((JSON.parse(first.content!) as { text: string }).text);
          if (first) debug.release(first.id, { do: 'deny' });
          break;
        case 'edit':
          if (first) debug.release(first.id, { do: 'edit', content: first.content! });
          break;
        case 'give up':
          if (given.length > 0) pick(...given).abort();
          break;
        case 'rest':
          await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    await vi.waitFor(() => {
      debug.continue();
      expect(ends).toHaveLength(calls.length);
    });
    for (const text of denied) expect(ends).toContain(`${text} false`);
    expect(debug.state.held).toEqual([]);
  },
);
