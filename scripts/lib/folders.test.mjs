import { expect, it } from 'vitest';
import { fullFolders, mostEntries } from './folders.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';

it('counts files and folders of a folder, and no tests', () => {
  const files = Array.from({ length: mostEntries }, (_, i) => `src-main/a/${i}.ts`);
  expect(fullFolders([...files, 'src-main/a/1.test.ts', 'src-main/a/1.linux.test.ts'])).toEqual([]);
  expect(fullFolders([...files, 'src-main/a/b/c.ts', 'src-main/a/b/d.ts'])).toEqual([
    `src-main/a: ${mostEntries + 1} entries`,
  ]);
});

it('finds none in the sources', async () => {
  const { output } = await run('git', ['ls-files', 'src-*'], { cwd: root });
  expect(output).toContain('src-main/index.ts');
  expect(fullFolders(output.split('\n'))).toEqual([]);
});
