import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Action } from '#contract/model/recordings/action';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { paceOf } from './delays.ts';
import { Replay } from './replay.ts';
import { calculator, press, recordingOf } from './testing/steps.ts';

let bench: Bench;
let replay: Replay;
beforeEach(async () => {
  bench = await createBench();
  replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 200 }) });
});
afterEach(() => bench.close());

const [seven, times, six, equals] = [press('7'), press('×'), press('6'), press('=')];
const sum = recordingOf(seven, times, six, equals);
const display = async () =>
  (JSON.parse(await bench.text('texts', { selector: 'id="display"', window: { app: 'calculator' } })) as string[])[1];
/** `.` for a pending step. */
const statuses = () => replay.state.results.map(({ status }) => (status === 'pending' ? '.' : status[0])).join('');
const pausedBefore = (step: string) =>
  vi.waitFor(() => expect([replay.state.status, replay.state.next]).toEqual(['paused', step]));

it('pauses at a breakpoint, each time, and continues', async () => {
  replay.setBreakpoint(six.id, true);
  for (let round = 0; round < 2; round++) {
    const running = replay.run({ recording: sum });
    await pausedBefore(six.id);
    expect(statuses()).toBe('pp..');
    expect(await display()).toBe('7');
    replay.resume();
    expect((await running).status).toBe('passed');
    expect(await display()).toBe('42');
  }
  expect(replay.state.breakpoints).toEqual([six.id]);
  replay.setBreakpoint(six.id, false);
  expect(replay.state.breakpoints).toBeUndefined();
  expect((await replay.run({ recording: sum })).status).toBe('passed');
});

it('runs one step at a time', async () => {
  const running = replay.run({ recording: sum, stepwise: true });
  for (const { id } of sum.steps) {
    await pausedBefore(id);
    replay.stepOver();
  }
  expect((await running).status).toBe('passed');
  expect(await display()).toBe('42');
});

it('pauses on request while a step runs, and runs to a step', async () => {
  const running = replay.run({ recording: sum });
  replay.pause();
  await pausedBefore(times.id);
  replay.resume(six.id);
  await pausedBefore(six.id);
  expect(await display()).toBe('7');
  replay.resume();
  await running;
  expect(await display()).toBe('42');
});

it('runs from a step to another', async () => {
  const running = replay.run({ recording: sum, from: six.id, until: equals.id });
  await pausedBefore(equals.id);
  expect(replay.state.results.map(({ message }) => message).slice(0, 2)).toEqual(['Not chosen.', 'Not chosen.']);
  expect(await display()).toBe('6');
  replay.stop();
  await running;
});

it('is stopped while it is paused', async () => {
  const running = replay.run({ recording: sum, until: six.id });
  await pausedBefore(six.id);
  await expect(replay.run({ recording: sum })).rejects.toMatchObject({ code: 'busy' });
  replay.stop();
  expect(await running).toMatchObject({
    status: 'stopped',
    results: [{}, {}, { message: 'Stopped before this step.' }, {}],
  });
  expect(await display()).toBe('7');
  expect((await replay.run({ recording: sum, from: six.id })).status).toBe('passed');
});

it('follows edits during a pause', async () => {
  let recording: Recording = sum;
  const edit = (...steps: Recording['steps']) => {
    recording = { ...recording, steps };
    replay.edited(recording);
  };
  const running = replay.run({ recording, current: () => recording, until: six.id });
  await pausedBefore(six.id);
  const [eight, off] = [press('8'), { ...equals, id: 'off', enabled: false }];
  edit(seven, times, eight, off, six, equals);
  expect(replay.state.next).toBe(eight.id);
  expect(statuses()).toBe('pp.s..');
  // Steps that already ran are not repeated, wherever they are moved; removed steps are gone.
  edit(times, eight, off, equals, seven);
  replay.resume();
  expect(await running).toMatchObject({ status: 'passed' });
  expect(replay.state.results.map(({ step }) => step)).toEqual([times, eight, off, equals, seven].map(({ id }) => id));
  expect(await display()).toBe('56');
});

it('continues if the last run step is removed meanwhile', async () => {
  let recording: Recording = sum;
  const running = replay.run({ recording, current: () => recording, until: six.id });
  await pausedBefore(six.id);
  recording = { ...sum, steps: [seven, six, equals] };
  replay.edited(recording);
  replay.resume();
  await running;
  expect(await display()).toBe('42');
});

it('ends if all remaining steps are removed meanwhile', async () => {
  let recording: Recording = sum;
  const running = replay.run({ recording, current: () => recording, until: six.id });
  await pausedBefore(six.id);
  recording = { ...sum, steps: [seven, times] };
  replay.edited(recording);
  expect(replay.state.next).toBeUndefined();
  replay.resume();
  expect(await running).toMatchObject({ status: 'passed' });
});

it('reports that the app has gone meanwhile', async () => {
  const running = replay.run({ recording: sum, until: six.id });
  await pausedBefore(six.id);
  bench.fake.desktop.close(bench.fake.desktop.windows.find(({ title }) => title === calculator.title)!);
  replay.resume();
  expect((await running).results[2]).toMatchObject({ status: 'failed', error: { code: 'window_not_found' } });
});

it('uses the timeout of a step', async () => {
  const comes = () => void bench.fake.desktop.start('calculator');
  bench.fake.desktop.close(bench.fake.desktop.windows.find(({ title }) => title === calculator.title)!);
  expect((await replay.run({ recording: recordingOf(seven) })).status).toBe('failed');
  const running = replay.run({ recording: recordingOf({ ...seven, timeoutMs: 20_000 }) });
  await vi.waitFor(() => expect(statuses()).toBe('r'));
  setTimeout(comes, 400);
  expect((await running).status).toBe('passed');
});

it('forgets the breakpoints of removed steps', () => {
  replay.setBreakpoint(six.id, true);
  replay.edited(recordingOf(seven));
  replay.edited(sum);
  replay.setBreakpoint(seven.id, false);
  expect(replay.state.breakpoints).toBeUndefined();
});

it('keeps the pace of keys that follow others without an effect to check, up to a limit', () => {
  const [enter, text]: readonly Action[] = [
    { type: 'pressKeys', keys: 'Enter', repeat: 1 },
    { type: 'typeText', text: 'a' },
  ];
  const step = (at: number, action: Action = seven.action): Step => ({ ...seven, at, action });
  expect(paceOf(step(0, text), step(200, enter))).toBe(200);
  expect(paceOf(step(0, enter), step(5_000, text))).toBe(600);
  expect(paceOf(step(0), { ...step(200, enter), target: null })).toBe(200);
  expect(paceOf(step(0), step(200, enter))).toBe(0);
  expect(paceOf(step(0, enter), step(200))).toBe(0);
  expect(paceOf({ ...step(0, enter), expected: [{ type: 'text', text: 'a' }] }, step(200, text))).toBe(0);
});
