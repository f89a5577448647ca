import { expect, it } from 'vitest';
import type { CallOptions, Engine } from '../../engine/engine.ts';
import { patient } from './patient.ts';

it('what is late on a busy machine fails no test, and what a caller limits stays limited', async () => {
  const given: (number | undefined)[] = [];
  const note = (_: unknown, { timeoutMs }: CallOptions = {}) => Promise.resolve(given.push(timeoutMs));
  let isClosed = false;
  const engine = { listWindows: note, typeText: note, close: () => Promise.resolve((isClosed = true)) };
  const waiting = patient(engine as unknown as Engine);
  await waiting.listWindows({});
  await waiting.listWindows({}, { look: 'a' });
  await waiting.listWindows({}, { timeoutMs: 9 });
  await waiting.typeText({ text: 'a' });
  expect(given).toEqual([30_000, 30_000, 9, 60_000]);
  await waiting.close();
  expect(isClosed).toBe(true);
});
