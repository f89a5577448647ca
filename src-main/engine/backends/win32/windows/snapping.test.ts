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
/** Of every process. */
const started = 17;
const begin = (how = arranging) => new Snapping(how, { folder, startedAt: () => started, log: silentLog });

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'deskscope-snapping-')), 'inside');
  on = true;
  sets = [];
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

/** What a process has that wants it off; ours has the parent of this one as its only other. */
function claim(processId: number, startedAt = started): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, String(processId));
  writeFileSync(file, String(startedAt));
  return file;
}

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('Windows snaps windows until somebody asks that it does not, and again when he is done', () => {
  const snapping = begin();
  expect(sets).toEqual([]);
  snapping.allow(false);
  snapping.allow(false);
  expect([on, readdirSync(folder)]).toEqual([false, [String(process.pid)]]);
  snapping.allow(true);
  snapping.putBack();
  expect([on, sets, readdirSync(folder)]).toEqual([true, [false, true], []]);
});

test('where the user has it off, it stays off', () => {
  on = false;
  const snapping = begin();
  snapping.allow(false);
  expect(readdirSync(folder)).toEqual([]);
  snapping.allow(true);
  snapping.putBack();
  expect([on, sets]).toEqual([false, []]);
});

test('of two at once the last one puts it back, whichever began', () => {
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

test('one that begins while another ends puts it back in the other’s place', () => {
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

test('of two that end at once neither minds that the other’s file goes while it is looked at', () => {
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

test('its file is there with what it reports or not at all', () => {
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

test('what one that was killed has turned off is turned on by the next', () => {
  on = false;
  claim(deadProcess());
  begin();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
});

test('but not while another wants it off, who does it then', () => {
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

test('a process that has the id of one that was killed is nobody who wants it off', () => {
  on = false;
  claim(process.ppid, started - 1);
  begin();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
  on = false;
  claim(process.pid);
  begin();
  expect([on, readdirSync(folder)]).toEqual([true, []]);
});

test('what was off before Windows restarted was forgotten by that, and what it is now is the user’s', () => {
  on = false;
  utimesSync(claim(deadProcess()), 1, 1);
  begin();
  expect([on, readdirSync(folder)]).toEqual([false, []]);
});

test('where Windows knows no such thing, that is said, and nothing is changed', () => {
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

test('what could not be turned off is nobody’s to put back', () => {
  expect(() => begin(refusing).allow(false)).toThrow('no desktop');
  expect(readdirSync(folder)).toEqual([]);
});

test('an engine starts where what another left cannot be put back, and leaves it to the next', () => {
  on = false;
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  claim(pid);
  expect(() => begin(refusing)).not.toThrow();
  expect(readdirSync(folder)).toEqual([String(pid)]);
});
