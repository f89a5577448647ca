import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../../../scripts/lib/paths.mjs';
import { run } from '../../../../../scripts/lib/run.mjs';
import { tool } from '../../../../../scripts/lib/tools.mjs';

/** Finds an empty desktop, and leaves a running program on it, like a test that timed out. */
const untidy = `
import { spawn, execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
const windows = () => execFileSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8' });
test('untidy', async () => {
  expect(windows()).not.toContain('mousepad');
  spawn('mousepad', ['--disable-server'], { stdio: 'ignore', detached: true }).unref();
  await vi.waitUntil(() => windows().includes('mousepad'), { timeout: 30_000 });
}, 40_000);
`;

it('programs left by one test file are not on the desktop of the next', { timeout: 120_000 }, async () => {
  // Below the project, so that vitest resolves.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'untidy-'));
  try {
    for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.test.mjs`), untidy);
    const setupFiles = [join(import.meta.dirname, 'file-desktop.ts')];
    const test = { setupFiles, include: ['*.test.mjs'], exclude: [], maxWorkers: 1, pool: 'threads' };
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })};`);
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const { output } = await run(process.execPath, tool('vitest', ['run', '--root', folder]), { cwd: folder, env });
    expect(output).toMatch(/Tests +2 passed \(2\)/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
