import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QuestionVisibility } from '#contract/model/permissions/permission';
import { Reading } from './reading.ts';

const bounds = { x: 100, y: 100, width: 560, height: 420 };
const fine: QuestionVisibility = { bounds, coveredBy: '', inputAgoMs: null, seesWindows: true };

let visibility: QuestionVisibility;
let objections: string[];
let reading: Reading;
beforeEach(() => {
  vi.useFakeTimers();
  visibility = fine;
  objections = [];
  reading = new Reading({ look: () => Promise.resolve(visibility), looked: (objection) => objections.push(objection) });
  reading.start();
});
afterEach(() => {
  reading.stop();
  vi.useRealTimers();
});

/** Empty if a yes at this time counts. */
const yes = (at = Date.now()) =>
  reading.check(at).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('takes a yes once the window has stayed in place for as long as a person reads', async () => {
  await pass(400);
  expect(await yes()).toContain('only just come');
  expect(objections.at(-1)).toContain('only just come');
  await pass(200);
  expect(await yes()).toBe('');
  expect(objections.at(-1)).toBe('');
});

it.each<[string, Partial<QuestionVisibility>, string]>([
  ['was moved', { bounds: { ...bounds, x: 101 } }, ''],
  ['was covered', { coveredBy: 'Free money' }, '“Free money” covers'],
  ['was not to be seen', { bounds: null }, 'not to be seen'],
])('a window that %s has to be read again', async (_, change, meanwhile) => {
  await pass(1_000);
  visibility = { ...fine, ...change };
  await pass(100);
  expect(await yes()).toContain(meanwhile || 'only just come');
  if (meanwhile !== '') visibility = fine;
  await pass(450);
  expect(await yes()).toContain('only just come');
  await pass(200);
  expect(await yes()).toBe('');
});

it('takes no yes during an agent’s input or shortly after, by the time of the press', async () => {
  await pass(2_000);
  visibility = { ...fine, inputAgoMs: 0 };
  expect(await yes()).toContain('An agent was using');
  // The press is reported late: the time of the press counts.
  const pressed = Date.now();
  await pass(1_500);
  visibility = { ...fine, inputAgoMs: 1_500 };
  expect(await yes(pressed)).toContain('An agent was using');
  expect(await yes(pressed + 900)).toContain('An agent was using');
  expect(await yes()).toBe('');
});

it('takes no yes while the engine does not answer', async () => {
  await pass(1_000);
  reading.stop();
  const blind = new Reading({ look: () => Promise.reject(new Error('gone')), looked: () => undefined });
  blind.start();
  await pass(2_000);
  await expect(blind.check(Date.now())).rejects.toThrow('cannot see');
  blind.stop();
});

it('judges by input alone where no engine sees the windows of Deskscope', async () => {
  visibility = { bounds: null, coveredBy: '', inputAgoMs: null, seesWindows: false };
  await pass(100);
  expect(await yes()).toBe('');
  visibility = { ...visibility, inputAgoMs: 10 };
  expect(await yes()).toContain('An agent was using');
});
