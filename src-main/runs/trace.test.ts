import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import type { CallEnd } from '../mcp/observer.ts';
import { readTrace } from './trace-reader.ts';
import { createTraceWriter, traceFile, type TraceOptions } from './trace-writer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-trace-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const end: CallEnd = {
  ...{ call: 1, tool: 'action::click_input', parameters: { id: '1' }, decision: 'allowed', decidedBy: 'x' },
  caller: { kind: 'agent', name: 'robot' },
  ...{ elapsedMs: 5, text: 'done' },
};
const write = (more: Partial<TraceOptions> = {}) =>
  createTraceWriter({ folder, run: 'r1', title: 'Test', log: silentLog, ...more });
const png = (text: string) => new TextEncoder().encode(text);

it('writes a call as two lines at once, and reads it back', async () => {
  const writer = write();
  await writer.before(end);
  expect(readTrace(folder).events.map((event) => event.type)).toEqual(['start', 'before']);
  const error = { code: 'timeout', message: 'Late.', hint: 'Wait.', delivery: 'unknown' } as const;
  await writer.after({ ...end, error });
  writer.close();
  const { events, damaged, complete } = readTrace(folder);
  expect(events).toMatchObject([
    { type: 'start', version: 1, run: 'r1', title: 'Test' },
    { type: 'before', call: 1, tool: 'action::click_input', caller: end.caller, parameters: { id: '1' } },
    { type: 'after', call: 1, elapsedMs: 5, text: 'done', error, delivery: 'unknown' },
    { type: 'end' },
  ]);
  expect({ damaged, complete }).toEqual({ damaged: [], complete: true });
});

it('stores equal pictures once, and none for looking or for what was denied', async () => {
  const pictures = [png('a'), png('a'), png('b'), png('a')];
  let taken = 0;
  const writer = write({ capture: () => Promise.resolve(pictures[taken++] ?? null) });
  for (const call of [1, 2]) {
    await writer.before({ ...end, call });
    await writer.after({ ...end, call });
  }
  await writer.before({ ...end, tool: 'data_collection::get_ui_tree' });
  await writer.after({ ...end, decision: 'denied' });
  expect(taken).toBe(4);
  const files = readdirSync(folder).filter((name) => name.endsWith('.png'));
  expect(files).toHaveLength(2);
  const named = readTrace(folder).events.flatMap((event) => ('picture' in event ? [event.picture] : []));
  expect(named.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['a', 'a', 'b', 'a']);
});

it('does without a picture that does not come', async () => {
  const writer = write({ capture: () => new Promise<never>(() => undefined) });
  const started = Date.now();
  await writer.before(end);
  expect(Date.now() - started).toBeLessThan(3_000);
  await write({ capture: () => Promise.reject(new Error('no display')) }).before(end);
  expect(readTrace(folder).events.filter((event) => event.type === 'before')).toHaveLength(2);
});

it('reads what a crash left: a torn last line is named, the rest is there', async () => {
  const writer = write();
  await writer.before(end);
  writeFileSync(path.join(folder, traceFile), '{"type":"after","call":1,"el', { flag: 'a' });
  expect(readTrace(folder)).toMatchObject({ damaged: [3], complete: false, events: [{}, { type: 'before' }] });
});

it('stops with one warning where it cannot write, and the run goes on', async () => {
  const reasons: string[] = [];
  const lines: string[] = [];
  writeFileSync(path.join(folder, 'file'), '');
  const writer = createTraceWriter({
    ...{ folder: path.join(folder, 'file', 'below'), run: 'r', title: '' },
    log: (level, message) => lines.push(`${level} ${message}`),
    onStopped: (reason) => reasons.push(reason),
  });
  await writer.before(end);
  await writer.after(end);
  writer.close();
  expect(writer.stopped).toBe(true);
  expect(reasons).toHaveLength(1);
  expect(lines).toHaveLength(1);
});

it.runIf(process.platform === 'linux')('a full disk stops it too', async () => {
  const reasons: string[] = [];
  const full = path.join(folder, 'full');
  // What every write to /dev/full says is what a full disk says: ENOSPC.
  mkdirSync(full);
  symlinkSync('/dev/full', path.join(full, traceFile));
  const writer = write({ folder: full, onStopped: (reason) => reasons.push(reason) });
  await writer.before(end);
  expect(reasons).toEqual([expect.stringContaining('ENOSPC')]);
  expect(writer.stopped).toBe(true);
});

it('says what is no trace, and what is too new', () => {
  expect(() => readTrace(folder)).toThrow('There is no trace');
  writeFileSync(path.join(folder, traceFile), '{"type":"before"}\n');
  expect(() => readTrace(folder)).toThrow('holds no Deskscope trace');
  writeFileSync(path.join(folder, traceFile), '{"type":"start","version":2}\n');
  expect(() => readTrace(folder)).toThrow('version 2; this Deskscope reads 1');
});
