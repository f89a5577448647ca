import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { tool } from './tools.mjs';

it.each([
  ['deskscope/no-spread-literal', 'export const a = { ...{ b: 1 } };', 1],
  ['deskscope/no-spread-literal', 'export const a = [...[1], ...b];', 1],
  ['deskscope/no-bare-quotes', 'export const a = `It says “${b}”.`;', 1],
  ['deskscope/no-bare-quotes', 'export const a = `It says ${quoted(b)}.`;', 0],
  ['deskscope/no-old-words', '// The tree is read anew.\nexport const a = 1;', 1],
  ['deskscope/no-old-words', '/** Milliseconds; 5 where missing. */\nexport const a = "It shall be so.";', 2],
  ['deskscope/no-old-words', 'export const a = `${b} starts anew`;', 1],
  ['deskscope/no-old-words', '// The tree is read again.\nexport const anew = { anew: b.anew };', 0],
])('the number of findings of %s in %s is %i', async (rule, text, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.ts'), text);
  const config = {
    jsPlugins: [join(root, 'scripts/lib/lint-rules.mjs')],
    categories: { correctness: 'off' },
    rules: { [rule]: 'error' },
  };
  writeFileSync(join(folder, 'oxlintrc.json'), JSON.stringify(config));
  const { output } = await run(process.execPath, tool('oxlint', ['-c', 'oxlintrc.json', '-f', 'unix', 'a.ts']), {
    cwd: folder,
  });
  expect(output.split('\n').filter((line) => line.startsWith('a.ts:'))).toHaveLength(count);
});
