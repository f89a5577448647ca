import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import type { CallSummary } from '#contract/model/runs/trace';
import type { CallEnd } from '../tools/observer.ts';
import { traceFiles } from './trace/trace-files.ts';
import { openTrace, type TraceReader } from './trace/trace-reader.ts';
import { createTraceWriter, type TraceOptions } from './trace/trace-writer.ts';
import { exportZip } from './files/zip-writer.ts';

let folder: string;
const opened: TraceReader[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-trace-'));
});
afterEach(async () => {
  for (const trace of opened.splice(0)) await trace.close();
  rmSync(folder, { recursive: true, force: true });
});

const end: CallEnd = {
  call: 1,
  tool: 'action::click_input',
  parameters: { id: '1' },
  decision: 'allowed',
  decidedBy: 'a rule',
  caller: { kind: 'agent', name: 'robot' },
  elapsedMs: 5,
  text: 'done',
  effect: 'act',
  permitMs: 3,
};
const write = (more: Partial<TraceOptions> = {}) =>
  createTraceWriter({ folder, run: 'r1', title: 'Test', log: silentLog, ...more });
const file = (name: string) => path.join(folder, name);
async function read(place = folder): Promise<TraceReader> {
  const trace = await openTrace(place);
  opened.push(trace);
  return trace;
}

it('writes a call as two lines at once, and reads it back', async () => {
  const writer = write();
  await writer.before(end);
  expect((await (await read()).events()).map((event) => event.type)).toEqual(['start', 'before']);
  const error = { code: 'timeout', message: 'Late.', hint: 'Wait.', delivery: 'unknown' } as const;
  const found = { selector: 'role=Button', matchCount: 1, attempts: 2, elapsedMs: 9, bounds: null };
  const resolution = { ...found, element: 'Button “7”' };
  await writer.after({ ...end, error, resolution });
  await writer.close();
  const trace = await read();
  expect(await trace.events()).toMatchObject([
    { type: 'start', version: 3, run: 'r1', title: 'Test' },
    { type: 'before', call: 1, tool: 'action::click_input', caller: end.caller, decidedBy: 'a rule', permitMs: 3 },
    { type: 'after', call: 1, elapsedMs: 5, text: 'done', error, delivery: 'unknown', resolution },
    { type: 'end' },
  ]);
  expect(trace.about).toMatchObject({ version: 3, run: 'r1', title: 'Test' });
  expect(trace).toMatchObject({ damaged: 0, complete: true });
  expect(trace.calls).toMatchObject([{ call: 1, status: 'failed', error: 'timeout', target: 'Button “7”' }]);
  expect((await trace.call(1)).map((event) => event.type)).toEqual(['before', 'after']);
});

it('reports a call when it starts and when it ends', async () => {
  const writer = write();
  const seen: CallSummary[] = [];
  writer.onCall((summary) => seen.push(summary));
  await writer.before(end);
  await writer.after(end);
  expect(seen.map(({ call, status }) => `${call} ${status}`)).toEqual(['1 running', '1 ok']);
  await writer.close();
});

it('keeps long texts and arguments as blobs, whole', async () => {
  const writer = write();
  const text = 'x'.repeat(50_000);
  await writer.before({ ...end, parameters: { text } });
  await writer.after({ ...end, text });
  await writer.close();
  const trace = await read();
  const [before, after] = await trace.call(1);
  expect(
    Math.max(
      ...readFileSync(file(traceFiles.trace), 'utf8')
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(8_000);
  const blob = async (name: string | undefined) => Buffer.from((await trace.blob(name ?? '')) ?? []).toString('utf8');
  expect(await blob(after?.type === 'after' ? after.textBlob : '')).toBe(text);
  expect(await blob(before?.type === 'before' ? before.parametersBlob : '')).toBe(JSON.stringify({ text }));
});

it('goes on with a trace that is there, under new numbers', async () => {
  for (let i = 0; i < 2; i++) {
    const writer = write();
    await writer.before(end);
    await writer.after(end);
    await writer.close();
    // As a crash leaves it.
    if (i === 0) rmSync(file(traceFiles.index));
  }
  const trace = await read();
  expect(trace.calls.map(({ call, status }) => `${call} ${status}`)).toEqual(['1 ok', '2 ok']);
  expect(trace.complete).toBe(true);
});

describe('the index', () => {
  async function writeThree() {
    const writer = write();
    for (const call of [1, 2, 3]) {
      await writer.before({ ...end, call });
      // The second still runs when the third has ended.
      if (call !== 2) await writer.after({ ...end, call });
    }
    return writer;
  }
  const rows = async () => (await read()).calls.map(({ call, status }) => `${call} ${status}`);
  const expected = ['1 ok', '2 running', '3 ok'];

  it('reports the same as the trace when it is there, missing, torn, older, or of another trace', async () => {
    const writer = await writeThree();
    expect(await rows()).toEqual(expected);
    await writer.close();
    const index = readFileSync(file(traceFiles.index), 'utf8');
    for (const text of [
      '',
      index.slice(0, -20),
      index.replace('"summary"', '"damaged"'),
      index.split('\n')[0]! + '\n',
      'no index',
      index.replaceAll('"upTo":', '"upTo":9'),
    ]) {
      writeFileSync(file(traceFiles.index), text);
      expect(await rows()).toEqual(expected);
      expect((await (await read()).call(3)).map(({ type }) => type)).toEqual(['before', 'after']);
    }
  });

  it('is written by anyone who opens a trace without one', async () => {
    await (await writeThree()).close();
    rmSync(file(traceFiles.index));
    opened.push(await openTrace(folder, { keepIndex: true }));
    expect(readFileSync(file(traceFiles.index), 'utf8').trim().split('\n')).toHaveLength(3);
    expect(await rows()).toEqual(expected);
  });
});

describe('what a crash or a full disk leaves', () => {
  it('a torn last line costs itself', async () => {
    const writer = write();
    await writer.before(end);
    writeFileSync(file(traceFiles.trace), '{"type":"after","call":1,"el', { flag: 'a' });
    const trace = await read();
    expect(trace).toMatchObject({ damaged: 1, complete: false });
    expect((await trace.events()).map((event) => event.type)).toEqual(['start', 'before']);
    await writer.close();
  });

  it('stops with one warning if it cannot write, and the run goes on', async () => {
    const reasons: string[] = [];
    const lines: string[] = [];
    writeFileSync(file('file'), '');
    const writer = createTraceWriter({
      folder: path.join(folder, 'file', 'below'),
      run: 'r',
      title: '',
      log: (level, message) => lines.push(`${level} ${message}`),
      onStopped: (reason) => reasons.push(reason),
    });
    await writer.before(end);
    await writer.after(end);
    await writer.close();
    expect(writer.stopped).toBe(true);
    expect(reasons).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });

  // Writes to /dev/full fail as on a full disk: ENOSPC.
  it.runIf(process.platform === 'linux').each([traceFiles.trace, traceFiles.index])(
    '%s on a full disk stops it too',
    async (name) => {
      const reasons: string[] = [];
      const full = file('full');
      mkdirSync(full);
      symlinkSync('/dev/full', path.join(full, name));
      const writer = write({ folder: full, onStopped: (reason) => reasons.push(reason) });
      await writer.before(end);
      await writer.after(end);
      await writer.close();
      expect(reasons).toEqual([expect.stringContaining('ENOSPC')]);
      expect(writer.stopped).toBe(true);
    },
  );
});

describe('other traces', () => {
  it('reports what is no trace, and what is too new', async () => {
    await expect(read()).rejects.toThrow('There is no trace');
    writeFileSync(file(traceFiles.trace), '{"type":"before"}\n');
    await expect(read()).rejects.toThrow('contains no Deskscope trace');
    writeFileSync(file(traceFiles.trace), '{"type":"start","version":4}\n');
    await expect(read()).rejects.toThrow('version 4; this Deskscope reads 3');
    writeFileSync(file('some.zip'), 'PK no');
    await expect(read(file('some.zip'))).rejects.toThrow('is not a zip');
  });

  it('reads version 1, whose pictures stood beside it', async () => {
    const picture = `${'ab'.repeat(16)}.png`;
    const at = '2026-01-01T00:00:00.000Z';
    const caller = { kind: 'agent', name: 'old' };
    const lines = [
      { type: 'start', version: 1, run: 'old', at, title: 'Old' },
      { type: 'before', call: 1, at, tool: 'action::x', caller, parameters: {}, decision: 'allowed', picture },
      { type: 'after', call: 1, at, elapsedMs: 4, text: 'ok', picture },
      { type: 'end', at },
    ];
    writeFileSync(file(traceFiles.trace), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const pixels = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(16), Buffer.from('pixels')]);
    writeFileSync(file(picture), pixels);
    for (let time = 0; time < 2; time++) {
      const trace = await openTrace(folder, { keepIndex: true });
      opened.push(trace);
      expect(trace.about).toEqual({ version: 1, run: 'old', title: 'Old', started: at });
      expect(trace.calls).toMatchObject([{ call: 1, tool: 'action::x', status: 'ok' }]);
      expect((await trace.call(1)).map(({ type }) => type)).toEqual(['before', 'seen', 'after', 'seen']);
      expect(Buffer.from((await trace.blob(picture))!)).toEqual(pixels);
    }
  });

  it('reads a zip as the folder it was made of', async () => {
    const writer = write();
    for (let call = 1; call <= 50; call++) {
      await writer.before({ ...end, call });
      await writer.after({ ...end, call, text: 'long '.repeat(call * 100) });
    }
    await exportZip(folder, `${folder}.while.zip`);
    await writer.close();
    await exportZip(folder, `${folder}.zip`);
    const [plain, zipped, early] = [await read(), await read(`${folder}.zip`), await read(`${folder}.while.zip`)];
    expect(zipped.about).toEqual(plain.about);
    expect(zipped.calls).toEqual(plain.calls);
    expect(early.calls).toEqual(plain.calls);
    expect(await zipped.events()).toEqual(await plain.events());
    const after = (await zipped.call(50))[1];
    const blob = after?.type === 'after' ? after.textBlob : undefined;
    expect(await zipped.blob(blob!)).toEqual(await plain.blob(blob!));
    for (const zip of [`${folder}.zip`, `${folder}.while.zip`]) rmSync(zip);
  });

  it('writes a zip whole or not at all', async () => {
    const writer = write();
    await writer.before(end);
    await expect(exportZip(folder, file('no/such/folder.zip'))).rejects.toMatchObject({ code: 'file_error' });
    expect(readdirSync(folder).filter((name) => name.includes('.zip'))).toEqual([]);
    await writer.close();
  });
});
