import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'deskscope-snapping-')), 'inside');
  on = true;
  sets = [];
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

test('Windows snaps windows until somebody asks that it does not, and again when he is done', () => {
  const snapping = new Snapping(arranging, folder, silentLog);
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
  const snapping = new Snapping(arranging, folder, silentLog);
  snapping.allow(false);
  snapping.allow(true);
  snapping.putBack();
  expect([on, sets]).toEqual([false, []]);
});

test('what one that was killed has turned off is turned on by the next, what one at work has is not', () => {
  new Snapping(arranging, folder, silentLog).allow(false);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  rmSync(path.join(folder, String(process.pid)));
  writeFileSync(path.join(folder, String(process.ppid)), '');
  void new Snapping(arranging, folder, silentLog);
  expect(on).toBe(false);
  writeFileSync(path.join(folder, String(pid)), '');
  void new Snapping(arranging, folder, silentLog);
  expect([on, readdirSync(folder)]).toEqual([true, [String(process.ppid)]]);
});

test('where Windows knows no such thing, that is said, and nothing is changed', () => {
  on = null;
  const snapping = new Snapping(arranging, folder, silentLog);
  expect(() => snapping.allow(false)).toThrow(expect.objectContaining({ code: 'unsupported_platform' }));
  snapping.putBack();
  expect(sets).toEqual([]);
});

test('an engine starts where what another left cannot be put back, and leaves it to the next', () => {
  new Snapping(arranging, folder, silentLog).allow(false);
  rmSync(path.join(folder, String(process.pid)));
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path.join(folder, String(pid)), '');
  const refusing = {
    ...arranging,
    set: () => {
      throw new Error('no desktop');
    },
  };
  expect(() => new Snapping(refusing, folder, silentLog)).not.toThrow();
  expect(readdirSync(folder)).toEqual([String(pid)]);
});
