import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import { Snapping, type Arranging } from './snapping.ts';

let folder: string;
let on: boolean | null;
let sets: boolean[];
const arranging: Arranging = {
  get: () => on,
  set: (wanted) => {
    sets.push(wanted);
    on = wanted;
  },
};
/** Shared by every process. */
const started = 17;
const begin = (how = arranging) => new Snapping(how, { folder, startedAt: () => started, log: silentLog });

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'deskscope-snapping-')), 'inside');
  on = true;
  sets = [];
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

/** The environment of a process; ours has the test's parent as its only other. */
function claim(processId: number, startedAt = started): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, String(processId));
  writeFileSync(file, String(startedAt));
  return file;
}

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('snapping is off while requested, and on again afterwards', () => {
  const snapping = begin();
  expect(sets).toEqual([]);
  snapping.allow(false);
  snapping.allow(false);
  expect([on, readdirSync(folder)]).toEqual([false, [String(process.pid)]]);
  snapping.allow(true);
  snapping.putBack();
  expect([on, sets, readdirSync(folder)]).toEqual([true, [false, true], []]);
});

test('stays off if the user has turned it off', () => {
  on = false;
  const snapping = begin();
  snapping.allow(false);
  expect(readdirSync(folder)).toEqual([]);
  snapping.allow(true);
  snapping.putBack();
  expect([on, sets]).toEqual([false, []]);
});

test('of two at once, the last to end restores it, whichever began first', () => {
  const first = begin();
  first.allow(false);
  const other = claim(process.ppid);
  first.allow(true);
  expect([on, readdirSync(folder)]).toEqual([false, [String(process.ppid)]]);
  const second = begin();
  second.allow(false);
  rmSync(other);
  second.putBack();
  expect([on, sets, readdirSync(folder)]).toEqual([true, [false, true], []]);
});

test('one that begins while another ends restores it in the other’s place', () => {
  on = false;
  const other = claim(process.ppid);
  const get = () => {
    if (readdirSync(folder).includes(String(process.pid))) rmSync(other, { force: true });
    return on;
  };
  const snapping = begin({ ...arranging, get });
  snapping.allow(false);
  snapping.putBack();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
});

test('two that end at once tolerate that the other’s file disappears meanwhile', () => {
  let other = '';
  const startedAt = (processId: number) => {
    if (processId === process.ppid) rmSync(other, { force: true });
    return started;
  };
  const snapping = new Snapping(arranging, { folder, startedAt, log: silentLog });
  snapping.allow(false);
  other = claim(process.ppid);
  snapping.putBack();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
});

test('its file is complete or missing', () => {
  const snapping = begin();
  mkdirSync(folder);
  const file = path.join(folder, String(process.pid));
  writeFileSync(file, 'of a predecessor');
  const held = openSync(file, 'r');
  snapping.allow(false);
  const before = Buffer.alloc(99);
  expect(before.toString('utf8', 0, readSync(held, before))).toBe('of a predecessor');
  closeSync(held);
  expect(readdirSync(folder)).toEqual([String(process.pid)]);
});

test('the next process restores the setting of a killed one', () => {
  on = false;
  claim(deadProcess());
  begin();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
});

test('but not while another has it off, which restores it then', () => {
  on = false;
  claim(deadProcess());
  const other = claim(process.ppid);
  const snapping = begin();
  expect([on, readdirSync(folder)]).toEqual([false, [String(process.ppid)]]);
  snapping.allow(false);
  rmSync(other);
  snapping.allow(true);
  expect(on).toBe(true);
});

test('a process that reuses the id of a killed one does not count', () => {
  on = false;
  claim(process.ppid, started - 1);
  begin();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
  on = false;
  claim(process.pid);
  begin();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
});

test('a restart of Windows resets it, and the current value is the user’s', () => {
  on = false;
  utimesSync(claim(deadProcess()), 1, 1);
  begin();
  expect([on, readdirSync(folder)]).toEqual([false, []]);
});

test('an unsupported setting is reported, and nothing is changed', () => {
  on = null;
  const snapping = begin();
  expect(() => snapping.allow(false)).toThrow(expect.objectContaining({ code: 'unsupported_platform' }));
  snapping.putBack();
  expect(sets).toEqual([]);
});

const refusing = {
  ...arranging,
  set: () => {
    throw new Error('no desktop');
  },
};

test('a failed change needs no restoring', () => {
  expect(() => begin(refusing).allow(false)).toThrow('no desktop');
  expect(readdirSync(folder)).toEqual([]);
});

test('an engine starts even if a predecessor’s change cannot be undone, and leaves it to the next', () => {
  on = false;
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  claim(pid);
  expect(() => begin(refusing)).not.toThrow();
  expect(readdirSync(folder)).toEqual([String(pid)]);
});
