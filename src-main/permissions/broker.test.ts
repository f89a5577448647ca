import { expect, it } from 'vitest';
import type { AppError } from '#contract/errors';
import type { PermissionAnswer } from '#contract/model/permissions/permission';
import { createBroker, maxOfOne, maxPending, type Question } from './broker.ts';

const question: Question = {
  caller: { kind: 'agent', name: 'robot' },
  effect: 'act',
  tool: 'click_input',
  title: 'Click',
  sentence: 'Click OK',
  target: 'app',
  windowTitle: 'App',
  windowId: null,
  parameters: {},
  apps: ['app'],
  reason: 'acting',
  offers: ['deny', 'once', 'session'],
};
const never = () => new AbortController().signal;

it('queues questions, settles them with the answer, and notifies listeners', async () => {
  const broker = createBroker({ readingMs: 0 });
  const counts: number[] = [];
  const listening = broker.onChange((pending) => counts.push(pending.length));
  const answers = [broker.ask(question, never()), broker.ask(question, never())];
  const [first, second] = broker.pending();
  expect(first).toMatchObject(question);
  broker.decide(first!.id, 'session');
  broker.decide(second!.id, 'once');
  expect(await Promise.all(answers)).toEqual(['session', 'once']);
  expect(counts).toEqual([1, 2, 1, 0]);
  listening.dispose();
  expect(() => broker.decide(first!.id, 'once')).toThrow('no longer open');
});

it('takes no yes sooner than a person can read, and no answer it did not offer', async () => {
  const broker = createBroker({ readingMs: 60_000 });
  const asked = broker.ask(question, never());
  const [first] = broker.pending();
  const failure = (answer: PermissionAnswer) => {
    try {
      broker.decide(first!.id, answer);
      return 'taken';
    } catch (error) {
      return (error as AppError).code;
    }
  };
  expect([failure('once'), failure('session'), failure('always')]).toEqual(['busy', 'busy', 'invalid_parameter']);
  expect(failure('deny')).toBe('taken');
  expect(await asked).toBe('deny');
});

it('takes a no at once, for any duration', async () => {
  const broker = createBroker({ readingMs: 60_000 });
  const asked = broker.ask({ ...question, offers: ['deny', 'deny-session', 'once'] }, never());
  broker.decide(broker.pending()[0]!.id, 'deny-session');
  expect(await asked).toBe('deny-session');
});

it('a question that waited behind another must be read too', async () => {
  const broker = createBroker({ readingMs: 60_000 });
  const asked = [broker.ask(question, never()), broker.ask(question, never())];
  const [first, second] = broker.pending();
  broker.decide(first!.id, 'deny');
  expect(() => broker.decide(second!.id, 'once')).toThrow('too quick');
  broker.denyAll();
  expect(await Promise.all(asked)).toEqual(['deny', 'deny']);
});

it('permits nothing at the deadline, and reports why', async () => {
  const broker = createBroker({ deadlineMs: 20, readingMs: 0 });
  const asked = broker.ask(question, never());
  expect(broker.pending()[0]!.deadline - Date.now()).toBeLessThanOrEqual(20);
  await expect(asked).rejects.toMatchObject({ code: 'permission_denied', message: 'No answer within 0.02 s.' });
  expect(broker.pending()).toEqual([]);
});

it('drops a question whose caller went away', async () => {
  const broker = createBroker({ readingMs: 0 });
  const abort = new AbortController();
  const asked = broker.ask(question, abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  expect(broker.pending()).toEqual([]);
  await expect(broker.ask(question, abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
});

it('denies what nobody could read, and everything when it ends', async () => {
  const broker = createBroker({ readingMs: 0 });
  const by = (i: number): Question => ({
    ...question,
    caller: { kind: 'agent', name: `robot ${Math.floor(i / maxOfOne)}` },
  });
  const refused = (why: string) => ({ code: 'permission_denied', message: expect.stringContaining(why) as string });
  const asked = Array.from({ length: maxOfOne }, (_, i) => broker.ask(by(i), never()));
  // An agent that asks all the time leaves room for others.
  await expect(broker.ask(by(0), never())).rejects.toMatchObject(refused('of this client'));
  for (let i = maxOfOne; i < maxPending; i++) asked.push(broker.ask(by(i), never()));
  await expect(broker.ask(by(maxPending), never())).rejects.toMatchObject(refused('too many are open'));
  broker.denyAll();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['deny']));
});
