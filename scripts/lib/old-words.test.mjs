import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { oldWords, oldWordsIn } from './old-words.mjs';
import { run } from './run.mjs';

it.each([
  ['The tree is read anew.', ['anew']],
  ['All of them where missing.', ['where missing']],
  ['It shall work,\nand no one was told.', ['shall', 'no one', 'told']],
  ['The file says what the app asks.', ['file says']],
  ['You ask, and Deskscope reports “again”.', []],
  ['`anew` is a parameter; veiled-engine.ts is a file.', []],
])('finds in %j: %j', (text, words) => {
  expect(oldWordsIn(text).map(({ word }) => word)).toEqual(words);
});

it('names the line and what to write', () => {
  expect(oldWordsIn('One.\nTwo anew.')).toEqual([{ word: 'anew', write: oldWords[0]?.write, line: 2 }]);
});

it('fails the check of a document that contains one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [bad, good] = [join(folder, 'bad.md'), join(folder, 'good.md')];
  writeFileSync(bad, '# Planted\n\nThis shall be found.\n');
  writeFileSync(good, '# Fine\n\nDeskscope reports it.\n');
  const { code, output } = await run(process.execPath, ['scripts/words.mjs', bad, good]);
  expect(code).toBe(1);
  expect(output.trim()).toBe(`${bad}:3: “shall” is an old word. Write: should, or the present tense.`);
  expect((await run(process.execPath, ['scripts/words.mjs', good])).code).toBe(0);
});
