import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { createFakeEngine, type FakeEngine } from '../../engine/testing/fake-engine.ts';
import { Inspector } from '../../inspect/inspector.ts';
import { createJournal } from '../../recorder/saving/journal.ts';
import { RecorderStore } from '../../recorder/store.ts';
import { describeStep } from '#contract/model/recordings/recording';
import { PointingPause } from './pointed-check.ts';

let desk: FakeEngine;
let folder: string;
let recorder: RecorderStore;
let pause: PointingPause;
let picks: Inspector;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'pointing-'));
  desk = await createFakeEngine();
  recorder = new RecorderStore({ engine: desk.engine, platform: 'fake', journal: createJournal(folder) });
  pause = new PointingPause(recorder);
  picks = new Inspector({
    engine: desk.engine,
    outline: () => true,
    log: silentLog,
    announce: ({ type }) => {
      if (type === 'started') void pause.begin();
      if (type === 'ended') void pause.end();
    },
  });
  await recorder.start();
});
afterEach(async () => {
  await recorder.close();
  await desk.engine.close();
  rmSync(folder, { recursive: true });
});

const paused = (expected: boolean) =>
  vi.waitFor(() => expect(recorder.state.paused ?? false).toBe(expected), { timeout: 5_000 });

it('records neither a pick nor the key that ends it, and resumes afterwards', async () => {
  picks.start();
  await paused(true);
  desk.backend.devices.key('Escape');
  await vi.waitFor(() => expect(picks.picking).toBe(false), { timeout: 5_000 });
  await paused(false);
  desk.backend.devices.key('F2');
  await vi.waitFor(() => expect(recorder.state.recording.steps).not.toHaveLength(0), { timeout: 5_000 });
  await recorder.stop();
  expect(recorder.recording.steps.map(describeStep)).toEqual(['Press F2']);
});

it('resumes after the last of several picks, even if the next begins at once', async () => {
  await pause.begin();
  void pause.begin();
  await pause.end();
  expect(recorder.state.paused).toBe(true);
  const last = pause.end();
  void pause.begin();
  await last;
  expect(recorder.state.paused).toBe(true);
  await pause.end();
  expect(recorder.state.paused).toBeUndefined();
});

it('leaves a recording paused that was paused before', async () => {
  await recorder.pause();
  await pause.begin();
  await pause.end();
  expect(recorder.state.paused).toBe(true);
});
