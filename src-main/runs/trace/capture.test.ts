import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { readPicture } from '../../engine/testing/read-picture.ts';
import { createBench, type Bench } from '../../tools/testing/run-tools.ts';
import type { Rect } from '#contract/model/geometry';
import type { Phase, TraceEventOf } from '#contract/model/runs/trace';
import { openTrace, type TraceReader } from './trace-reader.ts';
import { createTraceWriter, type TraceWriter } from './trace-writer.ts';

const form = { title: 'Form' };
const calculator = { title: 'Calculator' };
const black = [0, 0, 0];

let folder: string;
let bench: Bench;
let trace: TraceWriter;
let opened: TraceReader | null = null;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-capture-'));
  const observer: Pick<TraceWriter, 'before' | 'after'> = {
    before: (start) => trace.before(start),
    after: (end) => trace.after(end),
  };
  bench = await createBench({ policyMode: 'all', observers: [observer] });
  trace = createTraceWriter({ folder, run: 'r', title: 'Test', source: bench.engine, log: silentLog });
});
afterEach(async () => {
  await opened?.close();
  opened = null;
  await trace.close();
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns with all pictures, however busy the machine is */
async function read(): Promise<TraceReader> {
  await trace.close({ waitMs: 30_000 });
  return (opened = await openTrace(folder));
}

async function seen(reader: TraceReader, call: number, phase: Phase): Promise<TraceEventOf<'seen'>> {
  const found = (await reader.call(call)).find((event) => event.type === 'seen' && event.phase === phase);
  if (found?.type !== 'seen') throw new Error(`Nothing was seen ${phase} call ${call}.`);
  return found;
}

/** The colour in the middle of an element on the picture of a call. */
async function colour(reader: TraceReader, call: number, phase: Phase, bounds: Rect) {
  const { picture, note } = await seen(reader, call, phase);
  if (!picture?.bounds) throw new Error(`No picture: ${note}`);
  const pixels = await readPicture((await reader.blob(picture.blob))!);
  const { x, y } = picture.bounds;
  return pixels.at({
    x: Math.round(bounds.x - x + bounds.width / 2),
    y: Math.round(bounds.y - y + bounds.height / 2),
  });
}

async function boundsOf(title: string, selector: string): Promise<Rect> {
  const { items } = await bench.engine.listWindows({});
  const window = items.find((item) => item.title === title)!;
  const { matches } = await bench.engine.find({ window: window.id, selector });
  return matches[0]!.bounds!;
}

const click = (window: object, selector: string) => bench.run('action::click_input', { window, selector });

it('shows the window before and after an act, with a thumbnail, and what changed in its tree', async () => {
  expect(await click(calculator, 'role=Button name="7"')).toMatchObject({ ok: true });
  const reader = await read();
  const before = await seen(reader, 1, 'before');
  const after = await seen(reader, 1, 'after');
  expect(before.picture!.blob).not.toBe(after.picture!.blob);
  const { items } = await bench.engine.listWindows({});
  expect(before.picture!.bounds).toEqual(items.find(({ title }) => title === 'Calculator')!.bounds);
  const thumbnail = await readPicture((await reader.blob(before.picture!.thumbnail!))!);
  expect(thumbnail.width).toBeLessThanOrEqual(320);
  const change = await reader.treeChange(1);
  expect(change!.changed.map(({ before: was, after: is }) => [was.value, is.value])).toContainEqual(['0', '7']);
  expect(reader.calls).toMatchObject([
    { status: 'ok', target: 'Button “7” in calculator', thumbnail: after.picture!.thumbnail },
  ]);
  expect(after.tree!.base).toBe(before.tree!.blob);
});

it('makes no picture before it closes, and none at all if it is discarded', async () => {
  const asked: string[] = [];
  const source = new Proxy(bench.engine, {
    get: (target, name) => {
      if (name === 'encodeShot') asked.push(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  const late = { run: 'r', title: 'Test', source, log: silentLog, isLate: true };
  await trace.close();
  trace = createTraceWriter({ folder, ...late });
  await click(calculator, 'role=Button name="7"');
  await click(calculator, 'role=Button name="8"');
  expect(asked).toEqual([]);
  await trace.close({ discard: true });
  expect(asked).toEqual([]);
  expect(existsSync(folder)).toBe(false);

  trace = createTraceWriter({ folder, ...late });
  const name = await boundsOf('Form', 'id="name"');
  const secret = { window: form, selector: 'id="name"', text: 'hunter2', secret: true };
  expect(await bench.run('action::set_edit_text', secret)).toMatchObject({ ok: true });
  await click(form, 'id="send"');
  const reader = await read();
  expect(await colour(reader, 1, 'before', name)).not.toEqual(black);
  expect(await colour(reader, 1, 'after', name)).toEqual(black);
  expect(await colour(reader, 2, 'after', name)).toEqual(black);
});

it('stores equal pictures once, and takes none for looking or for what was denied', async () => {
  await click(calculator, 'role=Button name="C"');
  await click(calculator, 'role=Button name="C"');
  await bench.run('data_collection::get_ui_tree', { window: calculator });
  await bench.run('action::no_such_tool');
  const reader = await read();
  expect(readdirSync(path.join(folder, 'blobs')).filter((name) => name.endsWith('.png'))).toHaveLength(1);
  const types = (await reader.events()).map((event) => ('call' in event ? `${event.call} ${event.type}` : event.type));
  expect(types.filter((type) => type.endsWith('seen')).sort()).toEqual(['1 seen', '1 seen', '2 seen', '2 seen']);
});

it('paints password fields black, in the picture of the window and of the screen', async () => {
  const password = await boundsOf('Form', 'name="Password" role=Edit');
  const name = await boundsOf('Form', 'id="name"');
  await click(form, 'id="send"');
  // It names no window: the picture shows the screen.
  await bench.run('action::keyboard_input', { keys: 'a' });
  const reader = await read();
  for (const call of [1, 2]) {
    for (const phase of ['before', 'after'] as const) {
      expect(await colour(reader, call, phase, password)).toEqual(black);
      expect(await colour(reader, call, phase, name)).not.toEqual(black);
    }
  }
});

it('hides what secret text was typed into, then and later', async () => {
  const name = await boundsOf('Form', 'id="name"');
  const secret = { window: form, selector: 'id="name"', text: 'hunter2', secret: true };
  expect(await bench.run('action::set_edit_text', secret)).toMatchObject({ ok: true });
  await click(form, 'id="send"');
  const reader = await read();
  expect(await colour(reader, 1, 'before', name)).not.toEqual(black);
  expect(await colour(reader, 1, 'after', name)).toEqual(black);
  expect(await colour(reader, 2, 'after', name)).toEqual(black);
  const change = await reader.treeChange(1);
  expect(JSON.stringify(change!.changed)).not.toContain('hunter2');
});

it('keeps no picture if it cannot learn what must be hidden, reports it, and does not wait for it', async () => {
  bench.fake.faults.set('hang', 'tree');
  await bench.run('action::keyboard_input', { keys: 'a', window: form });
  const note = expect.stringContaining('password fields') as string;
  await vi.waitFor(async () => expect(await seenOf(1)).toContainEqual(expect.objectContaining({ note })), {
    timeout: 10_000,
    interval: 200,
  });
  const before = (await seenOf(1)).find(({ phase }) => phase === 'before')!;
  expect(before).not.toHaveProperty('picture');
  // The tree may take three seconds, off the call's path.
  expect(before.waitedMs).toBeLessThan(2_500);
}, 20_000);

async function seenOf(call: number): Promise<readonly TraceEventOf<'seen'>[]> {
  const reader = await openTrace(folder);
  const events = await reader.call(call);
  await reader.close();
  return events.flatMap((event) => (event.type === 'seen' ? event : []));
}
