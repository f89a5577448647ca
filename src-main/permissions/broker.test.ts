import { expect, it } from 'vitest';
import { createBroker, maxPending, type Question } from './broker.ts';

const question: Question = {
  caller: { kind: 'agent', name: 'robot' },
  ...{ tool: 'click_input', title: 'Click', sentence: 'Click OK', target: 'app' },
};
const never = () => new AbortController().signal;

it('queues questions, settles them with the answer, and tells who listens', async () => {
  const broker = createBroker();
  const counts: number[] = [];
  const listening = broker.onChange((pending) => counts.push(pending.length));
  const answers = [broker.ask(question, never()), broker.ask(question, never())];
  const [first, second] = broker.pending();
  expect(first).toMatchObject(question);
  broker.decide(second!.id, 'once');
  broker.decide(first!.id, 'session');
  expect(await Promise.all(answers)).toEqual(['session', 'once']);
  expect(counts).toEqual([1, 2, 1, 0]);
  listening.dispose();
  expect(() => broker.decide(first!.id, 'once')).toThrow('no longer open');
});

it('answers no at the deadline', async () => {
  const broker = createBroker({ deadlineMs: 20 });
  const asked = broker.ask(question, never());
  expect(broker.pending()[0]!.deadline - Date.now()).toBeLessThanOrEqual(20);
  expect(await asked).toBe('deny');
  expect(broker.pending()).toEqual([]);
});

it('drops a question whose caller went away', async () => {
  const broker = createBroker();
  const abort = new AbortController();
  const asked = broker.ask(question, abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  expect(broker.pending()).toEqual([]);
  await expect(broker.ask(question, abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
});

it('denies what nobody could read, and everything when it ends', async () => {
  const broker = createBroker();
  const asked = Array.from({ length: maxPending }, () => broker.ask(question, never()));
  expect(await broker.ask(question, never())).toBe('deny');
  broker.dispose();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['deny']));
});
