import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJournal } from '../../../recorder/saving/journal.ts';
import { RecorderStore } from '../../../recorder/store.ts';
import { specRecording } from '../../../recorder/testing/spec-recording.ts';
import { recorderHandlers, type FileDialogs } from './recorder.ts';

let folder: string;
let store: RecorderStore;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'save-export-'));
  const engine = {
    on: () => ({ dispose: () => undefined }),
    listWindows: () => Promise.resolve({ sequence: 1, items: [] }),
    settleInput: () => Promise.resolve(),
    describe: () => Promise.reject(new Error('It is not asked what it can.')),
  };
  store = new RecorderStore({ engine, platform: 'fake', journal: createJournal(path.join(folder, 'journal')) });
  store.load(specRecording);
});
afterEach(() => rmSync(folder, { recursive: true }));

const never = () => Promise.reject(new Error('Asked for something else.'));
const saving = (dialogs: Partial<FileDialogs>) => {
  const all = { saveRecording: never, saveScript: never, chooseParent: never, chooseKeep: never, ...dialogs };
  const looking = { details: never, selectors: never, listWindows: never };
  const handle = recorderHandlers({
    store,
    start: (input) => store.start(input),
    stop: () => store.stop(),
    engine: looking,
    dialogs: all,
    saved: () => undefined,
  })['recorder.saveExport'];
  return (format: string) => handle({ format }, 'main');
};

it('saves a script in the file that the user names', async () => {
  const save = saving({ saveScript: (name) => Promise.resolve(path.join(folder, name.slice(-10))) });
  const file = await save('python');
  expect(readFileSync(file ?? '', 'utf8')).toBe(store.export('python').text);
});

it('saves a skill as a folder of its name in the one that the user chooses', async () => {
  const save = saving({ chooseParent: () => Promise.resolve(folder) });
  const skill = await save('skill');
  expect(skill).toBe(path.join(folder, 'every-kind-of-step'));
  expect(readdirSync(skill ?? '').sort()).toEqual(['SKILL.md', 'recording.json']);
});

it.each(['python', 'skill'])('saves nothing if the user changed their mind: %s', async (format) => {
  const none = () => Promise.resolve(null);
  expect(await saving({ saveScript: none, chooseParent: none })(format)).toBeNull();
  expect(readdirSync(folder)).toEqual(['journal']);
});
