import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WireError } from '#contract/errors';
import type { OpenedFile } from '#contract/model/app/opened-file';
import type { Recording } from '#contract/model/recordings/recording';
import { silentLog } from '../../base/log.ts';
import { Emitter } from '../../base/async/emitter.ts';
import type { EngineEvents } from '../../engine/engine.ts';
import { createJournal } from '../../recorder/saving/journal.ts';
import { RecorderStore } from '../../recorder/store.ts';
import { button, click } from '../../recorder/testing/events.ts';
import { Runs } from '../../runs/runs.ts';
import { createTraceWriter } from '../../runs/trace/trace-writer.ts';
import type { CallStart } from '../../tools/observer.ts';
import { exportZip } from '../../runs/files/zip-writer.ts';
import { Opener } from './opener.ts';

let folder: string;
let input: Emitter<EngineEvents>;
let recorder: RecorderStore;
let runs: Runs;
let opener: Opener;
let reported: (OpenedFile | WireError)[];
let remembered: string[];
/** The user's answer, and how often the question was asked. */
let answer: 'save' | 'discard' | 'cancel';
let saveTo: string | null;
let asked: number;
let replaying: boolean;

const at = (...names: string[]) => path.join(folder, ...names);
const saved = (name: string): Recording => ({
  version: 1,
  id: name,
  name,
  createdAt: '2030-01-01T00:00:00.000Z',
  platform: 'linux',
  steps: [],
});

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-opener-'));
  [reported, remembered, answer, saveTo, asked, replaying] = [[], [], 'cancel', null, 0, false];
  input = new Emitter();
  const listWindows = () => Promise.resolve({ sequence: 1, items: [] });
  const describe = () => Promise.reject(new Error('It is not asked what it can.'));
  const engine = { on: input.on.bind(input), listWindows, settleInput: () => Promise.resolve(), describe };
  recorder = new RecorderStore({ engine, platform: 'fake', journal: createJournal(at('journal')) });
  runs = new Runs({ folder: at('runs'), changed: () => undefined });
  opener = new Opener({
    recorder,
    runs,
    isReplaying: () => replaying,
    askUnsaved() {
      asked++;
      return Promise.resolve(answer);
    },
    async save() {
      if (saveTo !== null) await recorder.save(saveTo);
      return saveTo;
    },
    opened: (file) => reported.push(file),
    remember: (place) => remembered.push(place),
    refused: (error) => reported.push(error),
  });
  writeFileSync(at('a.json'), `\ufeff\n ${JSON.stringify(saved('a'))}`);
  await writeRun(at('run'));
});
afterEach(async () => {
  await recorder.close();
  await runs.close();
  rmSync(folder, { recursive: true, force: true });
});

async function writeRun(place: string, did: Partial<CallStart> = {}): Promise<void> {
  const trace = createTraceWriter({ folder: place, run: 'run', title: 'A run', log: silentLog });
  const call = { call: 1, tool: 'x', parameters: {}, caller: { kind: 'user', name: 'You' }, ...did } as const;
  const end = { ...call, decision: 'allowed', decidedBy: 'you', elapsedMs: 1, text: '' } as const;
  await trace.before(end);
  await trace.after(end);
  await trace.close();
}

async function record(): Promise<void> {
  await recorder.start();
  for (const event of click(0, button)) input.emit('input', event);
  await recorder.stop();
}

it('knows recordings and runs by what is in them, not by their names', async () => {
  writeFileSync(at('b.zip'), JSON.stringify(saved('b')));
  await exportZip(at('run'), at('c.json'));
  for (const name of ['a.json', 'b.zip', 'run', 'c.json', path.join('run', 'trace.jsonl')]) await opener.open(at(name));
  expect(reported).toEqual([
    { kind: 'recording', path: at('a.json') },
    { kind: 'recording', path: at('b.zip') },
    { kind: 'run', run: at('run') },
    { kind: 'run', run: at('c.json') },
    { kind: 'run', run: at('run') },
  ]);
  expect(recorder.state).toMatchObject({ recording: saved('b'), path: at('b.zip'), dirty: false });
  expect(remembered).toEqual([at('a.json'), at('b.zip'), at('run'), at('c.json'), at('run')]);
  expect((await runs.list()).runs.map(({ id }) => id)).toEqual([at('c.json'), at('run')]);
});

it('reports of everything else what is wrong with it, and changes nothing', async () => {
  mkdirSync(at('empty'));
  writeFileSync(at('nothing.json'), '');
  writeFileSync(at('picture.json'), Buffer.from('89504e470d0a1a0a', 'hex'));
  writeFileSync(at('list.json'), '[1]');
  writeFileSync(at('package.json'), '{"name":"x","version":"1.0.0"}');
  writeFileSync(at('broken.json'), '\ufeff{\n  "version": 1\n  "steps": []\n}');
  writeFileSync(at('cut.json'), '{"version":');
  writeFileSync(at('broken.zip'), 'PK\u0003\u0004 and no more');
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['none.json', 'not_found', /There is no “.*none\.json”/],
    ['empty', 'not_found', /no trace/],
    ['nothing.json', 'invalid_parameter', /neither a recording nor a run/],
    ['picture.json', 'invalid_parameter', /neither a recording nor a run/],
    ['list.json', 'invalid_parameter', /list\.json”: Line 1: .*expected object/],
    ['package.json', 'invalid_parameter', /package\.json”: Not a Deskscope recording: version/],
    ['broken.json', 'invalid_parameter', /broken\.json” is not JSON: comma expected at line 3, column 3/],
    ['cut.json', 'invalid_parameter', /cut\.json” is not JSON: value expected at line 1, column 12/],
    ['broken.zip', 'invalid_parameter', /broken\.zip/],
  ];
  for (const [name, code, message] of wrong) {
    await opener.take(at(name));
    expect(reported.pop(), name).toMatchObject({ code, message: expect.stringMatching(message) as string });
  }
  expect(recorder.state).toMatchObject({ path: null, dirty: false });
  expect((await runs.list()).runs).toEqual([]);
});

it.skipIf(process.platform === 'win32')('waits for no pipe', async () => {
  execFileSync('mkfifo', [at('pipe.json')]);
  await expect(opener.open(at('pipe.json'))).rejects.toMatchObject({ code: 'invalid_parameter' });
});

it('makes a recording of what was done in a run, which is saved nowhere yet', async () => {
  mkdirSync(at('runs'));
  await writeRun(at('runs', 'pressed'), { tool: 'action::click_input', parameters: { name: 'Seven' }, effect: 'act' });
  await opener.openAsRecording('pressed');
  expect(reported).toEqual([{ kind: 'recording', path: at('runs', 'pressed') }]);
  expect(recorder.state).toMatchObject({ path: null, dirty: true, recording: { name: 'A run', steps: [{}] } });
  await opener.openAsRecording('pressed');
  expect(asked, 'before it takes the place of one that is saved nowhere').toBe(1);
  await writeRun(at('runs', 'looked'), { effect: 'observe' });
  const refused = opener.openAsRecording('looked');
  await expect(refused).rejects.toMatchObject({ code: 'not_found', hint: 'It only looked.' });
});

it('imports what others keep, as a recording that is saved nowhere yet', async () => {
  const call = { tool_name: 'click_input', parameters: { name: 'Seven' } };
  writeFileSync(at('calls.json'), JSON.stringify([call, { tool_name: 'summary', parameters: { text: 'x' } }]));
  mkdirSync(at('ufo'));
  const log = { agent_type: 'AppAgent', action: [{ function: 'click_input', arguments: { name: 'Eight' } }] };
  writeFileSync(at('ufo', 'response.log'), `${JSON.stringify(log)}\n`);
  await opener.open(at('calls.json'));
  expect(recorder.state).toMatchObject({
    path: null,
    dirty: true,
    notice: expect.stringContaining('“summary” is left out') as string,
  });
  answer = 'discard';
  await opener.open(at('ufo', 'response.log'));
  expect(recorder.state).toMatchObject({
    path: null,
    notice: '',
    recording: { steps: [{ target: { name: 'Eight' } }] },
  });
  expect(reported).toHaveLength(2);
  // Its folder has more than a recording holds.
  await opener.open(at('ufo'));
  const { runs: listed } = await runs.list();
  expect(reported.at(-1)).toEqual({ kind: 'run', run: listed[0]?.id });
  expect(listed[0]).toMatchObject({ origin: { format: 'UFO v3' } });
});

it('asks before it takes the place of steps that are saved nowhere', async () => {
  await record();
  await opener.open(at('a.json'));
  expect([asked, reported, remembered, recorder.state.recording.steps.length]).toEqual([1, [], [], 1]);

  answer = 'save';
  await opener.open(at('a.json'));
  expect([asked, reported, recorder.state.recording.steps.length]).toEqual([2, [], 1]);

  saveTo = at('kept.json');
  await opener.open(at('a.json'));
  expect(asked).toBe(3);
  expect(recorder.state.path).toBe(at('a.json'));
  // It was saved, so that nothing is asked, and it is all there.
  await opener.open(at('kept.json'));
  expect([asked, recorder.state.recording.steps.length]).toEqual([3, 1]);

  recorder.clear();
  answer = 'discard';
  await opener.open(at('a.json'));
  expect([asked, recorder.state.path]).toEqual([4, at('a.json')]);
});

it('asks nothing for a run, for a file it cannot read, or if there is nothing to lose', async () => {
  await opener.open(at('a.json'));
  await opener.open(at('a.json'));
  await record();
  await opener.open(at('run'));
  await opener.take(at('none.json'));
  expect(asked).toBe(0);
});

it('opens nothing in place of what is being recorded or replayed', async () => {
  await recorder.start();
  await expect(opener.open(at('a.json'))).rejects.toMatchObject({ code: 'busy' });
  await recorder.stop();
  replaying = true;
  await expect(opener.open(at('a.json'))).rejects.toMatchObject({ code: 'busy' });
  expect(asked).toBe(0);
});

it('opens one after the other, in the order in which they came', async () => {
  writeFileSync(at('b.json'), JSON.stringify(saved('b')));
  await Promise.all(['a.json', 'none.json', 'run', 'b.json'].map((name) => opener.take(at(name))));
  expect(reported).toMatchObject([
    { kind: 'recording', path: at('a.json') },
    { code: 'not_found' },
    { kind: 'run' },
    { kind: 'recording', path: at('b.json') },
  ]);
});
