import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { anchorsOf, budgets, deadLinksIn, overBudget } from './documents.mjs';
import { run } from './run.mjs';

/** @param {number} count */
const words = (count) => 'word '.repeat(count);

it('counts the words of the root and docs/, not of documents beside the code', () => {
  const half = { file: 'docs/tour.md', text: words(budgets.all - budgets.readme) };
  const readme = { file: 'README.md', text: words(budgets.readme) };
  const beside = { file: 'src-main/engine/README.md', text: words(budgets.all) };
  expect(overBudget([readme, half, beside])).toEqual([]);
  expect(overBudget([readme, half, { file: 'SECURITY.md', text: 'word' }])).toEqual([
    expect.stringContaining(`docs/: ${budgets.all + 1} words, at most ${budgets.all}.`),
  ]);
  expect(overBudget([{ file: 'README.md', text: words(budgets.readme + 1) }])).toEqual([
    expect.stringContaining(`README.md: ${budgets.readme + 1} words, at most ${budgets.readme}.`),
  ]);
});

it('finds headings like GitHub, ignoring code', () => {
  const text = '# One `thing`, and UFO’s [other](a.md)\n\n```sh\n# no heading\n```\n\n## Same\n\n## Same\n';
  expect(anchorsOf(text)).toEqual(['one-thing-and-ufos-other', 'same', 'same-1']);
});

it('finds dead links, and fails the check of their document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'docs'));
  const page = join(folder, 'docs', 'page.md');
  const other = join(folder, 'other.md');
  const right =
    '[a](../other.md) [b](../other.md#here) [c](#page) [d](https://example.org/x) `[e](no.md)` [f](../docs)\n';
  writeFileSync(other, '# Other\n\n## Here\n');
  writeFileSync(page, `# Page\n\n${right}\n[g](gone.md)\n[h](../other.md#gone)\n\n<img src="gone.png">\n`);
  expect(deadLinksIn(page)).toEqual([
    { link: 'gone.md', line: 5 },
    { link: '../other.md#gone', line: 6 },
    { link: 'gone.png', line: 8 },
  ]);
  const { code, output } = await run(process.execPath, ['scripts/words.mjs', page]);
  expect(code).toBe(1);
  expect(output).toContain(`${page}:5: the link gone.md leads nowhere.`);
  writeFileSync(page, `# Page\n\n${right}`);
  expect((await run(process.execPath, ['scripts/words.mjs', page])).code).toBe(0);
});
