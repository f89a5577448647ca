import { expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { agentStates, type AgentEvent } from '#contract/model/agents/agent';
import type { Model } from './models/model.ts';
import { pictureLimits } from './models/pictures.ts';
import type { Person } from './control.ts';
import { stateTables } from '#contract/model/agents/agent-states';
import { runOnFake } from './testing/task-bench.ts';

/** Mulberry32 (Tommy Ettinger, public domain): the same numbers for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function worldOf(seed: number) {
  const next = numbersFrom(seed);
  const one = <T>(...choices: readonly T[]) => choices[Math.floor(next() * choices.length)] as T;
  const stop = new AbortController();
  const usage = { inputTokens: 1, outputTokens: 1, cost: null };
  const actions = () => [
    {
      function: one('click_input', 'set_edit_text', 'no_such_tool', 'select_application_window', 'run_shell'),
      arguments: one(
        { id: '1' },
        { id: '1', name: 'Calculator' },
        { text: 'x', id: '3' },
        {},
        { bash_command: 'rm -rf /' },
      ),
    },
  ];
  const model: Model = {
    name: 'any:thing',
    pictures: pictureLimits.usual,
    ask() {
      if (next() < 0.02) stop.abort();
      if (next() < 0.1)
        return Promise.reject(
          one<Error>(new AppError('model_error', 'down'), new TypeError('undefined is not a function')),
        );
      if (next() < 0.1) return Promise.resolve({ text: one('garbage', '{'), usage });
      const text = one(
        JSON.stringify({ status: 'FINISH', result: one('done', '') }),
        JSON.stringify({
          status: one('ASSIGN', 'ASSIGN', 'CONFIRM'),
          function: 'select_application_window',
          arguments: { id: '1', name: 'Calculator' },
          current_subtask: one('a', 'b', ''),
          plan: one([], ['b', 'c']),
        }),
        JSON.stringify({
          status: one(...agentStates),
          questions: one([], ['why?']),
          plan: one([], ['a', 'a', 'b']),
          action: actions(),
          ...actions()[0],
          bash: one('', 'rm -rf /'),
          evidence: one([], [{ window: 'x', text: 'y' }]),
        }),
      );
      return Promise.resolve({ text, usage });
    },
  };
  const failing = <T>(answer: T) => (next() < 0.4 ? Promise.reject(new AppError('internal')) : Promise.resolve(answer));
  const person: Person = {
    answer: () => failing(one('yes', null)),
    confirm: () => failing(one(true, false, null)),
  };
  return { model, person, signal: stop.signal };
}

/** Transitions that agents made, as `HostAgent CONTINUE ASSIGN`. */
const taken = new Set<string>();

function checkStates(events: readonly AgentEvent[]): void {
  const at = new Map<string, string | null>();
  for (const event of events) {
    if (event.event !== 'state') continue;
    const { agent, from, to } = event;
    const table = stateTables[agent.kind];
    expect(from).toBe(at.get(agent.name) ?? null);
    if (from !== null) expect(Object.keys(table[from]?.next ?? {})).toContain(to);
    expect(table[to]).toBeDefined();
    taken.add(`${agent.kind} ${from} ${to}`);
    at.set(agent.name, to);
  }
}

function checkConfirmations(events: readonly AgentEvent[]): void {
  let mayAct = true;
  for (const event of events) {
    if (event.event === 'answered') mayAct = !/^(CONFIRM|PENDING|FAIL|ERROR)$/.test(event.answer?.status ?? 'ERROR');
    if (event.event === 'reply' && event.answer === 'yes' && event.by === 'person') mayAct = true;
    if (event.event === 'acted') expect(mayAct).toBe(true);
  }
}

it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'nothing leaves the tables, loses an event or acts without consent: %d',
  async (seed) => {
    const { model, person, signal } = worldOf(seed + 1);
    const run = await runOnFake({
      models: { HostAgent: model, AppAgent: model },
      person,
      signal,
      limits: { steps: 20, seconds: 20, rounds: 3 },
      nextRequest: () => Promise.resolve('Do another thing'),
      policyMode: 'act',
      rests: false,
    });
    checkStates(run.events);
    checkConfirmations(run.events);
    expect(run.of('outcome')).toHaveLength(run.rounds);
    expect(run.events.at(-1)?.event).toBe('outcome');
    expect(run.of('stepped')).toHaveLength(run.of('step').length);
    expect(run.of('reply').map(({ id }) => id)).toEqual(run.of('question').map(({ id }) => id));
    // Starting programs needs consent each time, and here nobody gives it.
    for (const { action, status } of run.of('acted'))
      if (action.function === 'run_shell') expect(status).not.toBe('success');
  },
);

it('makes every transition of the tables', () => {
  const ways = Object.entries(stateTables).flatMap(([kind, table]) =>
    Object.entries(table).flatMap(([from, row]) => Object.keys(row.next).map((to) => `${kind} ${from} ${to}`)),
  );
  expect(ways.filter((way) => !taken.has(way))).toEqual([]);
});
