import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ReplayState, StepResult } from '#contract/api';
import type { Condition } from '#contract/model/recordings/condition';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { toJunit } from './junit.ts';
import { Replay } from './replay.ts';
import { calculator, press, recordingOf } from './testing/steps.ts';

let bench: Bench;
let replay: Replay;
beforeEach(async () => {
  bench = await createBench();
  replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 300 }) });
});
afterEach(() => bench.close());

const display = async () =>
  (JSON.parse(await bench.text('texts', { selector: 'id="display"', window: { app: 'calculator' } })) as string[])[1];

const shownText = { controlType: 'Edit', name: 'Display', selector: 'id="display"' } as const;
/** The display has that text, or another one. */
const displays = (text: string, is = true): Condition => ({
  type: 'text',
  element: shownText,
  window: calculator,
  text,
  is,
  forMs: 0,
});
const open = (title: string, is = true): Condition => ({ type: 'window', window: { title }, is, forMs: 0 });

/** Steps “a” and “b” of a group between two others. */
const looped = (rules: Omit<StepGroup, 'id' | 'name'>, own: Partial<Step> = {}): Recording => ({
  ...recordingOf(press('C'), { ...press('1'), group: 'g' }, { ...press('2'), group: 'g', ...own }, press('3')),
  groups: [{ id: 'g', name: 'Digits', ...rules }],
});
const reported = ({ results, earlier = [] }: ReplayState) => {
  const inWords = ({ step, status, turn }: StepResult) => `${step.slice(6)} ${status}${turn ? ` ${turn}` : ''}`;
  return { results: results.map(inWords), earlier: earlier.map(inWords) };
};
const run = (recording: Recording, chosen: object = {}) => replay.run({ recording, ...chosen });

it('runs a group once by default', async () => {
  const state = await run(looped({}));
  expect(await display()).toBe('123');
  expect(reported(state)).toEqual({ results: ['C passed', '1 passed', '2 passed', '3 passed'], earlier: [] });
});

it('repeats a group, and reports each turn', async () => {
  const state = await run(looped({ repeat: { times: 3 } }));
  expect(await display()).toBe('1212123');
  expect(reported(state)).toEqual({
    results: ['C passed', '1 passed 3', '2 passed 3', '3 passed'],
    earlier: ['1 passed 1', '2 passed 1', '1 passed 2', '2 passed 2'],
  });
});

it('repeats a group while a condition holds, possibly never', async () => {
  const until = (text: string) => looped({ repeat: { while: displays(text, false), atMost: 5 } });
  expect(reported(await run(until('1212')))).toMatchObject({
    results: ['C passed', '1 passed 2', '2 passed 2', '3 passed'],
  });
  expect(await display()).toBe('12123');
  const state = await run(until('0'));
  expect(await display()).toBe('3');
  expect(reported(state).results).toEqual(['C passed', '1 skipped', '2 skipped', '3 passed']);
  expect(state.results[1]).toMatchObject({
    unmet: 'Edit “Display” holds “0”',
    message: 'Only if Edit “Display” does not hold “0”, but it does.',
  });
});

it('fails at a loop without end, and runs nothing after it', async () => {
  const state = await run(looped({ repeat: { while: displays('never', false), atMost: 2 } }));
  expect(state.status).toBe('failed');
  expect(await display()).toBe('1212');
  expect(reported(state)).toEqual({
    results: ['C passed', '1 failed 3', '2 skipped', '3 skipped'],
    earlier: ['1 passed 1', '2 passed 1', '1 passed 2', '2 passed 2'],
  });
  expect(state.results[1]?.error).toMatchObject({
    code: 'endless_loop',
    message: 'Its group was done 2 times, as often as it may be, and still Edit “Display” does not hold “never”.',
  });
});

it('checks the condition of a group once, and reports why it is skipped', async () => {
  const skipped = await run(looped({ when: open('Tip of the day'), repeat: { times: 3 } }));
  expect(skipped.status).toBe('passed');
  expect(reported(skipped)).toEqual({ results: ['C passed', '1 skipped', '2 skipped', '3 passed'], earlier: [] });
  expect(skipped.results[2]).toMatchObject({
    unmet: 'no window “Tip of the day” is open',
    message: 'Only if a window “Tip of the day” is open, but it is not.',
  });
  expect(await display()).toBe('3');
  // Its first step ends its own condition.
  await run(looped({ when: displays('0'), repeat: { times: 2 } }));
  expect(await display()).toBe('12123');
});

it('checks the condition of a step each time', async () => {
  const state = await run(looped({ repeat: { times: 3 } }, { when: displays('121', false) }));
  expect(await display()).toBe('121123');
  expect(reported(state)).toMatchObject({ earlier: ['1 passed 1', '2 passed 1', '1 passed 2', '2 skipped 2'] });
  expect(state.status).toBe('passed');
});

it.each([
  ['a window that is open', { ...open('Form') }, true],
  ['a window of a part of that title', { ...open('orm') }, true],
  ['a lone window of the app with another title', { ...open('Tip'), window: { title: 'Tip', app: 'form' } }, false],
  ['no such window', open('Tip', false), true],
])('handles %s correctly', async (_, when, isSo) => {
  const state = await run(recordingOf({ ...press('1'), when }));
  expect(state.results[0]?.status).toBe(isSo ? 'passed' : 'skipped');
});

const newsletter = { controlType: 'CheckBox', name: 'Newsletter', selector: 'name="Newsletter"' } as const;
const nothing = { controlType: 'CheckBox', name: 'Nothing', selector: 'name="Nothing"' } as const;
const inForm = { window: { app: 'form', title: 'Form' }, forMs: 0 } as const;
it.each<[string, Condition, boolean]>([
  ['an element that shows', { type: 'shows', element: newsletter, ...inForm, is: true }, true],
  ['one that does not', { type: 'shows', element: nothing, ...inForm, is: true }, false],
  ['none that shows', { type: 'shows', element: nothing, ...inForm, is: false }, true],
  [
    'none in a window that is not there',
    { type: 'shows', element: newsletter, window: { app: 'x' }, forMs: 0, is: false },
    true,
  ],
  ['a state', { type: 'state', element: newsletter, state: 'checked', ...inForm, is: true }, false],
  ['another state', { type: 'state', element: newsletter, state: 'checked', ...inForm, is: false }, true],
  [
    'another state of what is not there',
    { type: 'state', element: nothing, state: 'checked', ...inForm, is: false },
    false,
  ],
  ['a part of a text', { ...displays('0'), contains: true } as Condition, true],
])('looks for %s', async (_, when, isSo) => {
  const state = await run(recordingOf({ ...press('1'), when }));
  expect(state.results[0]?.status).toBe(isSo ? 'passed' : 'skipped');
});

it('does not treat a loop as done if its app ends during the check', async () => {
  const shows: Condition = {
    type: 'shows',
    element: { controlType: 'Button', name: '9', selector: 'name="9"' },
    window: calculator,
    is: true,
    forMs: 50,
  };
  const own = [...bench.fake.desktop.windows].find(({ spec }) => spec.app === 'calculator')!;
  const recording = looped({ repeat: { while: shows, atMost: 5 } }, { expected: [] });
  let presses = 0;
  replay.onChange(({ results }) => {
    if (results[2]?.status === 'passed' && presses++ === 0) bench.fake.desktop.close(own);
  });
  const state = await run({ ...recording, steps: recording.steps.slice(0, 3) });
  expect(state.status).toBe('failed');
  expect(state.results[1]?.error?.message).toBe(
    'Whether its condition holds could not be seen: The app of the previous step has no window any more.',
  );
});

it('waits for a condition up to its timeout', async () => {
  const owner = [...bench.fake.desktop.windows].find(({ spec }) => spec.app === 'form')!;
  const later = (ms: number) => setTimeout(() => (owner.title = `Form after ${ms}`), ms);
  later(300);
  const when: Condition = { ...open('Form after 300'), forMs: 5_000 };
  expect((await run(recordingOf({ ...press('1'), when }))).results[0]?.status).toBe('passed');
});

it('begins inside a group, and continues with its turns', async () => {
  const state = await run(looped({ when: open('never'), repeat: { times: 2 } }), { from: 'press-2' });
  expect(await display()).toBe('2123');
  expect(reported(state)).toEqual({
    results: ['C skipped', '1 passed 2', '2 passed 2', '3 passed'],
    earlier: ['2 passed 1'],
  });
});

it('begins with a group like a whole replay', async () => {
  const state = await run(looped({ when: open('never'), repeat: { times: 2 } }), { from: 'press-1' });
  expect(reported(state).results).toEqual(['C skipped', '1 skipped', '2 skipped', '3 passed']);
});

it('runs a single step once, ignoring conditions', async () => {
  const recording = looped({ when: open('never'), repeat: { times: 9 } }, { when: open('never') });
  const state = await run(recording, { steps: ['press-2'] });
  expect(reported(state).results).toEqual(['C skipped', '1 skipped', '2 passed', '3 skipped']);
  expect(await display()).toBe('2');
});

const paused = () => new Promise<void>((resolve) => replay.onChange(({ status }) => status === 'paused' && resolve()));

it('pauses at a breakpoint in each turn, and steps through them', async () => {
  replay.setBreakpoint('press-2', true);
  const shown: (string | undefined)[] = [];
  const end = run(looped({ repeat: { times: 2 } }));
  for (const goOn of [() => replay.resume(), () => replay.stepOver(), () => replay.resume()]) {
    await paused();
    shown.push(`${replay.state.next} at ${await display()}`);
    goOn();
  }
  expect((await end).status).toBe('passed');
  expect(shown).toEqual(['press-2 at 1', 'press-2 at 121', 'press-3 at 1212']);
});

it('follows edits: removed turns, and a removed group', async () => {
  let recording = looped({ repeat: { times: 9 } });
  replay.setBreakpoint('press-2', true);
  const end = run(recording, { current: () => recording });
  await paused();
  recording = looped({ repeat: { times: 2 } });
  replay.resume();
  await paused();
  const { groups: _, ...flat } = recording;
  recording = { ...flat, steps: flat.steps.map(({ group: __, ...step }) => step) };
  replay.edited(recording);
  replay.resume();
  expect((await end).status).toBe('passed');
  expect(await display()).toBe('12123');
});

it('can be stopped during a check', async () => {
  const when: Condition = { ...open('never'), forMs: 60_000 };
  const end = run(recordingOf({ ...press('1'), when }));
  setTimeout(() => replay.stop(), 100);
  expect(await end).toMatchObject({ status: 'stopped', results: [{ status: 'skipped' }] });
});

it('reports each turn in JUnit, in order of execution', async () => {
  const recording = looped({ repeat: { times: 2 } }, { when: displays('11') });
  const junit = toJunit(recording, await run(recording));
  expect([...junit.matchAll(/<testcase name="([^"]*)/g)].map(([, name]) => name)).toEqual([
    '1. Click Button “C”',
    '2. Click Button “1” (turn 1)',
    '3. Click Button “2”, only if Edit “Display” holds “11” (turn 1)',
    '2. Click Button “1” (turn 2)',
    '3. Click Button “2”, only if Edit “Display” holds “11” (turn 2)',
    '4. Click Button “3”',
  ]);
  expect(junit).toContain('tests="6" failures="0" skipped="1"');
  expect(junit).toContain('<skipped message="Only if Edit “Display” holds “11”, but it holds “1”."/>');
});
