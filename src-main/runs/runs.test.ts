import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import type { RunsState } from '#contract/model/runs/run';
import type { CallSummary, RunFile } from '#contract/model/runs/trace';
import type { CallEnd } from '../tools/observer.ts';
import { Runs } from './runs.ts';
import { traceFiles } from './trace/trace-files.ts';
import { createTraceWriter, type TraceWriter } from './trace/trace-writer.ts';

const readList = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));
let folder: string;
let runs: Runs;
let live: TraceWriter;
let announced: RunsState[];

const end: CallEnd = {
  call: 1,
  tool: 'action::click_input',
  parameters: { id: '1' },
  decision: 'allowed',
  decidedBy: 'a rule',
  caller: { kind: 'agent', name: 'robot' },
  elapsedMs: 5,
  text: 'done',
};
const writer = (name: string) =>
  createTraceWriter({ folder: path.join(folder, name), run: name, title: name, log: silentLog });

async function write(name: string, calls: number): Promise<void> {
  const trace = writer(name);
  for (let call = 1; call <= calls; call++) {
    await trace.before({ ...end, call });
    await trace.after({ ...end, call, text: `answer ${call} `.repeat(500) });
  }
  await trace.close();
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-runs-'));
  announced = [];
  await write('2030-01-01T00-00-00-000Z', 3);
  live = writer('2030-01-02T00-00-00-000Z');
  const written = { id: '2030-01-02T00-00-00-000Z', kind: 'app', title: 'Deskscope', started: 1 } as const;
  runs = new Runs({ folder, live: () => [written], changed: (state) => announced.push(state) });
});
afterEach(async () => {
  await runs.close();
  await live.close();
  rmSync(folder, { recursive: true, force: true });
});

const callsOf = async (run: string) => readList((await runs.open(run)).calls) as readonly CallSummary[];

it('lists the live run first, also before its first call', async () => {
  const { runs: listed } = await runs.list();
  expect(listed.map(({ id, live, calls }) => [id, live, calls])).toEqual([
    ['2030-01-02T00-00-00-000Z', true, 0],
    ['2030-01-01T00-00-00-000Z', false, 3],
  ]);
  expect(listed[1]).toMatchObject({ outcome: { status: 'ended', text: '' } });
  expect(listed[1]?.ended).toBeGreaterThan(1e12);
  expect(await callsOf('2030-01-02T00-00-00-000Z')).toEqual([]);
});

it('reads the live run as it grows', async () => {
  await live.before(end);
  expect(await callsOf('2030-01-02T00-00-00-000Z')).toMatchObject([{ call: 1, status: 'running' }]);
  await live.after(end);
  await live.before({ ...end, call: 2 });
  expect(await callsOf('2030-01-02T00-00-00-000Z')).toMatchObject([
    { call: 1, status: 'ok' },
    { call: 2, status: 'running' },
  ]);
  const details = await runs.call('2030-01-02T00-00-00-000Z', 1);
  expect(details).toMatchObject({ before: { tool: end.tool }, after: { text: 'done' }, parameters: { id: '1' } });
});

it('reads how a run ended that was open while it was written', async () => {
  const run = '2030-01-02T00-00-00-000Z';
  await live.before(end);
  expect((await runs.trace(run)).about.outcome).toBeUndefined();
  await live.close({ outcome: { status: 'failed', text: 'no way' } });
  const { about, complete } = await runs.trace(run);
  expect(about.outcome).toEqual({ status: 'failed', text: 'no way' });
  expect(complete).toBe(true);
});

it('gives a long answer whole', async () => {
  expect((await runs.call('2030-01-01T00-00-00-000Z', 2)).text).toBe('answer 2 '.repeat(500));
});

it('adds runs of elsewhere by their place, and takes them off without touching their files', async () => {
  const zip = `${folder}.zip`;
  await runs.export('2030-01-01T00-00-00-000Z', zip);
  const info = await runs.add(zip);
  expect(info).toMatchObject({ opened: true, calls: 3, place: zip, outcome: { status: 'ended' } });
  const places = announced.at(-1)?.runs.map(({ live, opened }) => (live ? 'live' : opened ? 'opened' : 'kept'));
  expect(places).toEqual(['live', 'opened', 'kept']);
  expect(await callsOf(info.id)).toHaveLength(3);
  await expect(runs.export(info.id, `${zip}2`)).rejects.toThrow('is already a zip');
  await runs.remove(info.id);
  expect(existsSync(zip)).toBe(true);
  rmSync(zip);
});

it('deletes a run, but not the live one, and nothing outside its folder', async () => {
  await callsOf('2030-01-01T00-00-00-000Z');
  await runs.remove('2030-01-01T00-00-00-000Z');
  expect(existsSync(path.join(folder, '2030-01-01T00-00-00-000Z'))).toBe(false);
  await expect(runs.remove('2030-01-02T00-00-00-000Z')).rejects.toMatchObject({ code: 'busy' });
  for (const way of ['..', '.', '../x', '/etc', path.join(folder, 'x')])
    await expect(runs.remove(way)).rejects.toMatchObject({ code: 'not_found' });
  expect(existsSync(folder)).toBe(true);
});

it('deletes a run that somebody else was still reading', async () => {
  const run = path.join(folder, '2030-01-01T00-00-00-000Z');
  const reader = openSync(path.join(run, traceFiles.trace), 'r');
  setTimeout(() => closeSync(reader), 100);
  await runs.remove('2030-01-01T00-00-00-000Z');
  expect(existsSync(run)).toBe(false);
});

it('reports what is not there', async () => {
  await expect(runs.open('none')).rejects.toMatchObject({ code: 'not_found' });
  await expect(runs.add(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(runs.call('2030-01-01T00-00-00-000Z', 99)).rejects.toMatchObject({ code: 'not_found' });
});

it('makes an index again that is damaged inside a line', async () => {
  const run = '2030-01-01T00-00-00-000Z';
  const index = path.join(folder, run, traceFiles.index);
  writeFileSync(index, readFileSync(index, 'utf8').replace('"status":"', '"status"x"'));
  await expect(callsOf(run)).rejects.toThrow(SyntaxError);
  await expect(runs.call(run, 1)).rejects.toMatchObject({ code: 'file_error' });
  expect(readList((await runs.open(run, true)).calls)).toHaveLength(3);
  await expect(runs.call(run, 1)).resolves.toMatchObject({ call: 1 });
});

it('passes a warning on', async () => {
  await runs.warn('The disk is full.');
  expect(announced.at(-1)?.warning).toBe('The disk is full.');
});

it('counts the calls of a run that a kill ended, beyond its index', async () => {
  const place = path.join(folder, '2030-01-01T00-00-00-000Z');
  rmSync(path.join(place, traceFiles.index));
  const about = path.join(place, traceFiles.run);
  const { ended: _, ...killed } = JSON.parse(readFileSync(about, 'utf8')) as RunFile;
  writeFileSync(about, JSON.stringify(killed));
  const { runs: listed } = await runs.list();
  expect(listed[1]).toMatchObject({ calls: 3, ended: null, live: false });
});
