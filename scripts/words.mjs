/**
 * Rejects old words and dead links in all or the named documents, and documents over their word limit; lint rejects old words in
 * strings and comments.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deadLinksIn, overBudget } from './lib/documents.mjs';
import { oldWordsIn } from './lib/old-words.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

/** Logs of measurements stay unchanged. */
const kept = /^bench\/results\//;

async function documents() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const { code, output } = await run('git', list, { cwd: root });
  if (code !== 0) throw new Error(`Cannot list the documents: ${output}`);
  return output.split('\n').filter((file) => file !== '' && existsSync(join(root, file)) && !kept.test(file));
}

/** @param {string} file */
const textOf = (file) => readFileSync(resolve(root, file), 'utf8');

const named = process.argv.slice(2);
const files = named.length > 0 ? named : await documents();
const found = files.flatMap((file) => [
  ...oldWordsIn(textOf(file)).map(
    ({ word, write, line }) => `${file}:${line}: “${word}” is an old word. Write: ${write}.`,
  ),
  ...deadLinksIn(resolve(root, file)).map(({ link, line }) => `${file}:${line}: the link ${link} leads nowhere.`),
]);
const problems = [...found, ...overBudget(files.map((file) => ({ file, text: textOf(file) })))];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
