import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeStep, type MadeStep } from '#contract/model/recordings/recording';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { Replay } from '../replay/replay.ts';
import { calculator, press, recordingOf } from '../replay/testing/steps.ts';
import { createJournal } from './saving/journal.ts';
import { checkOf, elementIn, shownBy } from './steps-by-hand.ts';
import { RecorderStore } from './store.ts';

let bench: Bench;
let store: RecorderStore;
let replay: Replay;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'made-steps-'));
  bench = await createBench();
  store = new RecorderStore({ engine: bench.engine, platform: 'fake', journal: createJournal(folder) });
  replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 200 }) });
  store.load(recordingOf(press('7'), press('×'), press('6'), press('=')));
});
afterEach(async () => {
  await store.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});

const sentences = () => store.recording.steps.map(describeStep);
const wait: MadeStep = { action: { type: 'wait', ms: 50 }, target: null, window: {}, enabled: true };

async function elementOf(app: string, selector: string) {
  const { items } = await bench.engine.listWindows({});
  return (await bench.engine.find({ window: items.find((one) => one.app === app)!.id, selector })).matches[0]!.id;
}

it('a manually added step stays in its place, and can be undone', () => {
  const id = store.insertStep(wait, 1);
  expect(sentences()).toEqual([
    'Click Button “7”',
    'Wait 0.05 s',
    'Click Button “×”',
    'Click Button “6”',
    'Click Button “=”',
  ]);
  expect(store.recording.steps[1]).toMatchObject({ id, window: calculator });
  store.insertStep({ ...wait, window: { app: 'form' } }, 99);
  expect(store.recording.steps.at(-1)?.window).toEqual({ app: 'form' });
  store.undo();
  store.undo();
  expect(sentences()).toHaveLength(4);
});

it('waits as long as the step requires, and ends when stopped', async () => {
  store.insertStep({ ...wait, action: { type: 'wait', ms: 120 } }, 0);
  const passed = await replay.run({ recording: { ...store.recording, steps: store.recording.steps.slice(0, 1) } });
  expect(passed).toMatchObject({ status: 'passed', results: [{ message: 'Waited 0.12 s.' }] });
  store.insertStep({ ...wait, action: { type: 'wait', ms: 300_000 } }, 0);
  const running = replay.run({ recording: store.recording });
  replay.stop();
  expect((await running).status).toBe('stopped');
});

it('a check of an element passes if it is visible, and fails if it is not', async () => {
  const named = await elementIn(bench.engine, await elementOf('calculator', 'id="display"'));
  store.insertStep({ ...checkOf('element', named), timeoutMs: 100 }, 4);
  expect(sentences().at(-1)).toMatch(/^Expect that .+ shows$/);
  expect((await replay.run({ recording: store.recording })).status).toBe('passed');
  const { steps } = store.recording;
  const gone = { type: 'shows', element: { controlType: 'Button', name: 'Nope', selector: 'name="Nope"' } } as const;
  store.updateStep({ ...steps[4]!, expected: [gone] });
  const failed = await replay.run({ recording: store.recording });
  expect(failed.results[4]).toMatchObject({ status: 'failed', error: { code: 'effect_missing' } });
});

it('a check of a window passes once it is there', async () => {
  const { desktop } = bench.fake;
  const check = { ...checkOf('window', await elementIn(bench.engine, await elementOf('form', 'name="Send"'))) };
  store.insertStep(check, 0);
  desktop.close(desktop.windows.find(({ spec }) => spec.app === 'form')!);
  setTimeout(() => desktop.start('form'), 150);
  expect((await replay.run({ recording: store.recording })).status).toBe('passed');
  desktop.close(desktop.windows.find(({ spec }) => spec.app === 'form')!);
  store.updateStep({ ...store.recording.steps[0]!, timeoutMs: 100 });
  const failed = await replay.run({ recording: store.recording });
  expect(failed.results[0]).toMatchObject({ status: 'failed', error: { code: 'effect_missing' } });
});

it('a check without expectations does not pass', async () => {
  store.insertStep({ ...wait, action: { type: 'expect' } }, 0);
  expect(sentences()[0]).toBe('Expect nothing yet');
  const state = await replay.run({ recording: store.recording });
  expect(state.results[0]).toMatchObject({ status: 'failed', error: { code: 'invalid_parameter' } });
});

it('records after a step: new steps follow it in order, also on disk', async () => {
  const { devices } = bench.fake;
  const clickOn = async (name: string) => {
    const { bounds } = await bench.engine.details({
      element: await elementOf('calculator', `role=Button name="${name}"`),
    });
    devices.move({ x: bounds!.x + 5, y: bounds!.y + 5 });
    devices.button('left', true);
    devices.button('left', false);
  };
  await store.start({ after: 'press-×' });
  await clickOn('1');
  await clickOn('2');
  await store.stop();
  const expected = ['7', '×', '1', '2', '6', '='].map((name) => `Click Button “${name}”`);
  expect(sentences()).toEqual(expected);
  expect(createJournal(folder).recover()?.steps.map(describeStep)).toEqual(expected);
  // The next step does not follow a removed one.
  store.undo();
  store.undo();
  await store.start({ after: 'press-7' });
  await clickOn('3');
  await store.stop();
  expect(sentences().slice(0, 3)).toEqual(['7', '3', '×'].map((name) => `Click Button “${name}”`));
  await expect(store.start({ after: 'nope' })).rejects.toMatchObject({ code: 'not_found' });
  await store.start();
  await clickOn('4');
  await store.stop();
  expect(sentences().at(-1)).toBe('Click Button “4”');
});

it.each([
  ['calculator', 'id="display"', { type: 'text', text: '0' }],
  ['form', 'id=name', { type: 'text', text: '' }],
  ['form', 'name="Password" role=Edit', { type: 'shows' }],
  ['form', 'role=CheckBox nth=0', { type: 'state', state: 'checked', is: false }],
  ['form', 'id=send', { type: 'shows' }],
])('the state of the picked element in %s (%s) is expected', async (app, selector, expected) => {
  const named = await elementIn(bench.engine, await elementOf(app, selector));
  const shown = shownBy(named, named.window);
  expect(shown).toMatchObject(expected);
  expect(shown).not.toHaveProperty('window');
  expect(shownBy(named, calculator)).toMatchObject(app === 'form' ? { window: { app } } : expected);
});

it('a step that expects a picked element fails once its state differs', async () => {
  const [first] = store.recording.steps;
  const named = await elementIn(bench.engine, await elementOf('form', 'role=CheckBox nth=0'));
  store.expect(first!.id, shownBy(named, first!.window));
  expect((await replay.run({ recording: store.recording, steps: [first!.id] })).status).toBe('passed');
  await bench.engine.runPattern({ element: named.element.id, call: { pattern: 'toggle' } });
  expect((await replay.run({ recording: store.recording, steps: [first!.id] })).results[0]?.error?.code).toBe(
    'effect_missing',
  );
  store.undo();
  expect(store.recording.steps[0]).not.toHaveProperty('expected');
});
