import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RecordBarState } from '#contract/events';
import { describeExpectation } from '#contract/model/recordings/expectation';
import type { RecordingKey } from '#contract/model/recordings/global-keys';
import type { Point } from '#contract/model/geometry';
import { silentLog } from '../../base/log.ts';
import { sleep } from '../../base/async/deadline.ts';
import { createFakeEngine, type FakeEngine } from '../../engine/testing/fake-engine.ts';
import { createJournal } from '../../recorder/saving/journal.ts';
import { RecorderStore } from '../../recorder/store.ts';
import { PointedCheck, PointingPause } from '../../services/pointing/pointed-check.ts';
import { SteerRecording } from './steer-recording.ts';

let desk: FakeEngine;
let folder: string;
let recorder: RecorderStore;
let steering: SteerRecording;
let shown: RecordBarState | null;
let keys: Readonly<Record<RecordingKey, () => void>> | null;
const bar = { open: vi.fn(), close: vi.fn(), move: vi.fn() };

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'steering-'));
  desk = await createFakeEngine();
  shown = null;
  keys = null;
  vi.clearAllMocks();
  recorder = new RecorderStore({ engine: desk.engine, platform: 'fake', journal: createJournal(folder) });
  const pause = new PointingPause(recorder);
  const checks = new PointedCheck({ engine: desk.engine, recorder, pause, outline: () => true, log: silentLog });
  const changed = (state: RecordBarState) => (shown = state);
  steering = new SteerRecording({ recorder, checks, bar, changed, holdKeys: (actions) => (keys = actions) });
  await recorder.start();
  await sleep(300);
});
afterEach(async () => {
  await recorder.close();
  await desk.engine.close();
  rmSync(folder, { recursive: true });
});

async function press(at: Point): Promise<void> {
  desk.backend.devices.move(at);
  await sleep(100);
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
}

/** The app is asked about each press; a busy machine takes its time. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000 });
const button = (name: string) => desk.middle('Calculator', `role=Button name="${name}"`);
const names = () => recorder.recording.steps.map(({ target }) => target?.name);

it('is there as long as a recording is, with its keys', async () => {
  expect(bar.open).toHaveBeenCalledTimes(1);
  expect(keys).not.toBeNull();
  await steering.stop();
  expect(bar.close).toHaveBeenCalledTimes(1);
  expect(keys).toBeNull();
});

it('reports the last step, and takes it back, final or not', async () => {
  await press(await button('7'));
  await soon(() => expect(shown).toMatchObject({ steps: 1, last: 'Click Button “7”', canTakeBack: true }));
  await press(await button('6'));
  await soon(() => expect(shown?.steps).toBe(2));
  await steering.takeBack();
  expect(names()).toEqual(['7']);
  await press(await button('×'));
  await soon(() => expect(shown?.last).toBe('Click Button “×”'));
  await steering.takeBack();
  await steering.takeBack();
  expect(shown).toMatchObject({ steps: 0, last: '', canTakeBack: false });
  recorder.undo();
  expect(names()).toEqual(['7']);
});

it('leaves steps alone that were there before the recording', async () => {
  await press(await button('7'));
  await steering.stop();
  await recorder.start();
  expect(shown?.canTakeBack).toBe(false);
  await steering.takeBack();
  expect(names()).toEqual(['7']);
});

it('records nothing while it is paused', async () => {
  await press(await button('7'));
  keys?.pause();
  await soon(() => expect(shown?.paused).toBe(true));
  await press(await button('6'));
  keys?.pause();
  await soon(() => expect(shown?.paused).toBe(false));
  await sleep(300);
  await press(await button('×'));
  await steering.stop();
  expect(names()).toEqual(['7', '×']);
});

it('has the last step expect what is pointed at, and records nothing of that', async () => {
  await press(await button('7'));
  await steering.check();
  expect(shown).toMatchObject({ pointing: '', paused: true, canTakeBack: false });
  await steering.pause();
  expect(shown?.paused).toBe(true);
  await press(await desk.middle('Calculator', 'id="display"'));
  await soon(() => expect(shown).toMatchObject({ pointing: null, paused: false }));
  expect(shown?.message).toContain('holds “7”');
  await press(await button('6'));
  await soon(() => expect(shown).toMatchObject({ message: '', last: 'Click Button “6”' }));
  await steering.stop();
  expect(names()).toEqual(['7', '6']);
  // The recorder has found the same effect by itself.
  expect(recorder.recording.steps[0]?.expected).toMatchObject([{ type: 'text', text: '7' }]);
});

it('keeps a check that was clicked right before the stop, however late the app answers', async () => {
  await press(await button('7'));
  await steering.check();
  const clear = await button('C');
  desk.backend.faults.set('hang', 'hitTest', 2);
  await press(clear);
  await steering.stop();
  expect(recorder.state.status).toBe('idle');
  expect(recorder.recording.steps[0]?.expected?.map((each) => describeExpectation(each)).at(-1)).toContain('“C”');
});

it('reports nothing of the check of an earlier recording', async () => {
  await press(await button('7'));
  await steering.check();
  await press(await desk.middle('Calculator', 'id="display"'));
  await soon(() => expect(shown?.message).toContain('holds “7”'));
  await soon(() => expect(shown?.paused).toBe(false));
  await steering.stop();
  await recorder.start();
  expect(shown?.message).toBe('');
});

it('makes a step of a check before the first one, and of one that is called off nothing', async () => {
  await steering.check();
  await steering.check();
  await soon(() => expect(shown).toMatchObject({ pointing: null, paused: false }));
  expect(recorder.recording.steps).toEqual([]);
  await steering.check();
  await press(await desk.middle('Calculator', 'id="display"'));
  await soon(() => expect(shown?.pointing).toBeNull());
  expect(recorder.recording.steps.map(({ action }) => action.type)).toEqual(['expect']);
});
