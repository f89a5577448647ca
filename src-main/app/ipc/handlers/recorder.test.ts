import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseRecording } from '#contract/model/recording';
import { sumRecording } from '../../../cli/testing/sum-recording.ts';
import { createJournal } from '../../../recorder/journal.ts';
import { RecorderStore } from '../../../recorder/store.ts';
import { recorderHandlers, type FileDialogs } from './recorder.ts';

let folder: string;
let store: RecorderStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recorder-'));
  const engine = { on: () => ({ dispose: () => undefined }), listWindows: () => Promise.reject(new Error('none')) };
  store = new RecorderStore({ engine, platform: 'fake', journal: createJournal(path.join(folder, 'unsaved.jsonl')) });
  store.load(sumRecording('7'));
  // Nobody can make a file below a file, the superuser included.
  writeFileSync(path.join(folder, 'disk'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A person who first chooses a place that takes nothing, and then does this. */
function handlers(then: (failure: string) => string | null) {
  const dialogs: FileDialogs = {
    openRecording: () => Promise.resolve(null),
    saveRecording: () => Promise.resolve(path.join(folder, 'disk', 'flow.json')),
    saveElsewhere: ({ message }) => Promise.resolve(then(message)),
    saveScript: () => Promise.resolve(null),
  };
  return recorderHandlers(store, dialogs);
}

it('offers another place where a recording cannot be saved', async () => {
  const asked: string[] = [];
  const places = [path.join(folder, 'disk', 'again.json'), path.join(folder, 'flow.json')];
  const next = (failure: string) => {
    asked.push(failure);
    return places.shift() ?? null;
  };
  expect(await handlers(next)['recorder.save']({}, 'main')).toBe(path.join(folder, 'flow.json'));
  expect(asked).toHaveLength(2);
  for (const failure of asked) expect(failure).toMatch(/could not be written: ENOTDIR/);
  const saved = parseRecording(JSON.parse(readFileSync(path.join(folder, 'flow.json'), 'utf8')));
  expect(saved.steps).toEqual(store.recording.steps);
  expect(store.state).toMatchObject({ dirty: false, path: path.join(folder, 'flow.json') });
  expect(readdirSync(folder).sort()).toEqual(['disk', 'flow.json']);
});

it('keeps a recording that nothing took, also for the next start', async () => {
  expect(await handlers(() => null)['recorder.save']({}, 'main')).toBeNull();
  expect(store.state).toMatchObject({ dirty: true, path: null });
  expect(createJournal(path.join(folder, 'unsaved.jsonl')).recover()?.steps).toEqual(store.recording.steps);
});
