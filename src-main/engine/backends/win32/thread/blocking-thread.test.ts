import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AppError } from '#contract/errors';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { BlockingThread, type TaskOptions } from './blocking-thread.ts';

let entry: BuiltEntry;
let thread: BlockingThread;
let gates: Int32Array[];
const lost = vi.fn<(error: AppError) => void>();

beforeAll(async () => {
  entry = await bundleEntry('src-main/engine/backends/win32/thread/testing/gated-thread.ts');
}, 60_000);
afterAll(() => entry.remove());
beforeEach(() => {
  thread = new BlockingThread(entry.path, lost);
  gates = [];
});
afterEach(async () => {
  for (const gate of gates) open(gate);
  thread.close();
  await vi.waitFor(() => expect(thread.leftBehind).toBe(0), waitOptions);
  lost.mockReset();
});

const waitOptions = { timeout: 30_000 };
const echo = (input: string) => thread.run<string>('echo', input, { target: 'the echo', timeoutMs: 30_000 });

function waitAtGate(options: Partial<TaskOptions> = {}): {
  readonly gate: Int32Array;
  readonly waiting: Promise<unknown>;
} {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  gates.push(gate);
  return { gate, waiting: thread.run('wait', gate, { target: 'The gate', timeoutMs: 1, ...options }) };
}

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

test('a stuck thread fails only its task, and the next tasks run on another', async () => {
  const { waiting } = waitAtGate();
  const next = echo('next');
  await expect(waiting).rejects.toMatchObject({
    code: 'target_not_responding',
    message: 'The gate is not responding.',
  });
  expect(await next).toBe('next');
  expect(thread.leftBehind).toBe(1);
});

test('a late result is dropped, and its thread ends', async () => {
  const { gate, waiting } = waitAtGate();
  await expect(waiting).rejects.toMatchObject({ code: 'target_not_responding' });
  const answers = ['one', 'two', 'three'].map(echo);
  open(gate);
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
  await vi.waitFor(() => expect(thread.leftBehind).toBe(0), waitOptions);
  expect(await echo('four')).toBe('four');
});

test('more than four stuck threads at a time require another process; returned ones do not count', async () => {
  for (let time = 0; time < 4; time++) await expect(waitAtGate().waiting).rejects.toThrow();
  open(gates[0]!);
  await vi.waitFor(() => expect(thread.leftBehind).toBe(3), waitOptions);
  await expect(waitAtGate().waiting).rejects.toThrow();
  expect(lost).not.toHaveBeenCalled();
  await expect(waitAtGate().waiting).rejects.toThrow();
  expect(lost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'target_not_responding' }));
});

test('a slowly starting thread takes no task’s time, and does not count as stuck', async () => {
  const slow = new BlockingThread(entry.path, lost, 1_500);
  const patient = slow.run<string>('echo', 'patient', { target: 'the echo', timeoutMs: 200 });
  const abandoned = new AbortController();
  const options = { target: 'the count', timeoutMs: 200, abandoned: abandoned.signal };
  const counting = slow.run('count', null, options);
  abandoned.abort();
  await expect(counting).rejects.toMatchObject({ code: 'cancelled' });
  expect(await patient).toBe('patient');
  expect([slow.leftBehind, await slow.run('count', null, { ...options, abandoned: undefined })]).toEqual([0, 1]);
  slow.close();
});

test('one-time preparation takes no task’s time, and is repeated on the next thread', async () => {
  const opening = { task: 'open', timeoutMs: 30_000 };
  const options = { target: 'the count', timeoutMs: 100, opening };
  expect(await thread.run('count', null, options)).toBe(1);
  expect(await Promise.all([thread.run('count', null, options), thread.run('count', null, options)])).toEqual([2, 3]);
  const enough = new AbortController();
  enough.abort();
  await expect(thread.run('count', null, { ...options, signal: enough.signal })).rejects.toThrow();
  await expect(waitAtGate({ opening }).waiting).rejects.toMatchObject({ code: 'target_not_responding' });
  expect(await thread.run('count', null, options)).toBe(1);
  expect(thread.leftBehind).toBe(1);
});

test('a failed preparation fails each task that needs it, and no other', async () => {
  const refused = thread.run('count', null, {
    target: 'the count',
    timeoutMs: 30_000,
    opening: { task: 'refuse', timeoutMs: 30_000 },
  });
  const next = echo('next');
  await expect(refused).rejects.toMatchObject({ code: 'accessibility_unavailable' });
  expect(await next).toBe('next');
});

test('a task abandoned before its turn never starts', async () => {
  await echo('the thread has begun');
  const { gate, waiting } = waitAtGate({ timeoutMs: 30_000 });
  const hover = new AbortController();
  const count = (abandoned?: AbortSignal) =>
    thread.run<number>('count', null, { target: 'the count', timeoutMs: 30_000, abandoned });
  const [first, second] = [count(hover.signal), count()];
  hover.abort();
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  await expect(count(hover.signal)).rejects.toMatchObject({ code: 'cancelled' });
  open(gate);
  await waiting;
  expect(await second).toBe(1);
});

test('a task abandoned while running keeps its thread and its time', async () => {
  await echo('the thread has begun');
  const hover = new AbortController();
  const { gate, waiting } = waitAtGate({ timeoutMs: 30_000, abandoned: hover.signal });
  hover.abort();
  // Longer than the timeout of a task.
  await sleep(600);
  expect(thread.leftBehind).toBe(0);
  open(gate);
  await waiting;
});
