import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './paths.mjs';
import { run } from './run.mjs';

it(
  'packs the command line with its documents, and neither sources nor tests nor maps',
  { timeout: 60_000 },
  async () => {
    const { output } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent'], {
      cwd: root,
    });
    /** @type {unknown} */
    const reported = JSON.parse(output);
    const [packed] = /** @type {{ files: { path: string }[] }[]} */ (reported);
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(
      expect.arrayContaining(['bin/deskscope.cjs', 'bin/code-cache.cjs', 'package.json', 'LICENSE', 'SECURITY.md']),
    );
    const expected =
      /^(bin\/(deskscope|code-cache)\.cjs|out\/main\/(mcp-answers\.json|[\w-]+\.js|(agents|computer|scripting|test)\.d\.ts|chunks\/[\w-]+\.js)|docs\/[\w-]+\.md|package\.json|[A-Z]+(\.md)?)$/;
    expect(paths.filter((path) => !expected.test(path))).toEqual([]);
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const linked = [...readme.matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, path]) => path);
    expect(paths).toEqual(expect.arrayContaining(linked));
  },
);
