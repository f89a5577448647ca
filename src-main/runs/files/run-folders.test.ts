import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyRetention, runName } from './run-folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'deskscope-runs-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function makeRuns(count: number, bytes = 10): readonly string[] {
  const names = Array.from({ length: count }, (_, second) => runName(new Date(Date.UTC(2030, 0, 1, 0, 0, second))));
  for (const name of names) {
    mkdirSync(path.join(root, name, 'blobs'), { recursive: true });
    writeFileSync(path.join(root, name, 'trace.jsonl'), '');
    writeFileSync(path.join(root, name, 'blobs', 'x.png'), Buffer.alloc(bytes));
  }
  return names;
}

it('removes the oldest beyond the number that is kept', async () => {
  const names = makeRuns(23);
  await applyRetention(root, { runs: 20, bytes: Infinity }, () => false);
  expect(readdirSync(root).sort()).toEqual(names.slice(-20));
});

it('removes the oldest beyond the size that is kept, but never one that is written', async () => {
  const names = makeRuns(6, 1_000);
  await applyRetention(root, { runs: 20, bytes: 2_500 }, (name) => name === names[0]);
  expect(readdirSync(root).sort()).toEqual([names[0], names[4], names[5]]);
});

it('leaves other folders alone', async () => {
  mkdirSync(path.join(root, 'mine'));
  makeRuns(2);
  await applyRetention(root, { runs: 0, bytes: 0 }, () => false);
  expect(readdirSync(root)).toEqual(['mine']);
});

it('makes the folder for runs', async () => {
  await applyRetention(path.join(root, 'runs'), { runs: 1, bytes: 1 }, () => false);
  expect(readdirSync(root)).toEqual(['runs']);
});
