import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeFolder } from './complete-folder.mjs';

/** @type {string} */
let parent;
/** @type {string} */
let folder;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'deskscope-complete-'));
  folder = join(parent, 'thing');
});
afterEach(() => rm(parent, { recursive: true }));

/** @param {string} text */
const writing = (text) => (/** @type {string} */ fresh) => writeFileSync(join(fresh, 'file'), text);

test('a folder is made once', async () => {
  expect(await completeFolder(folder, writing('first'))).toBe(folder);
  await completeFolder(folder, writing('second'));
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('first');
});

test('an aborted one leaves nothing', async () => {
  const broken = completeFolder(folder, (fresh) => {
    writing('half')(fresh);
    throw new Error('no connection');
  });
  await expect(broken).rejects.toThrow('no connection');
  expect(readdirSync(parent)).toEqual([]);
});

test('the first of two concurrent ones stays', async () => {
  await completeFolder(folder, async (fresh) => {
    writing('slow')(fresh);
    await completeFolder(folder, writing('quick'));
    expect(existsSync(folder)).toBe(true);
  });
  expect(readdirSync(parent)).toEqual(['thing']);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('quick');
});
