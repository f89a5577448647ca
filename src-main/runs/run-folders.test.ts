import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { newRunFolder, runName } from './run-folders.ts';

const parent = mkdtempSync(path.join(os.tmpdir(), 'deskscope-runs-'));
const root = path.join(parent, 'runs');
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('keeps the last twenty runs beside the new one', () => {
  const names = Array.from({ length: 23 }, (_, second) => runName(new Date(Date.UTC(2030, 0, 1, 0, 0, second))));
  for (const name of names) mkdirSync(newRunFolder(root, name));
  expect(readdirSync(root)).toEqual(names.slice(-21));
});
