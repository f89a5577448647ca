import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AppError } from '#contract/errors';
import type { Command } from '../../command.ts';

export const test: Command = {
  name: 'test',
  summary: 'Run the recordings and skills of a folder as tests, with Playwright Test (Linux).',
  usage: 'test FOLDER [OPTIONS OF PLAYWRIGHT…]',
  options: {},
  positionals: [1, 1_000],
  passThrough: true,
  async run({ engineEntry, signal }, args) {
    const [folder = '', ...given] = args.positionals;
    const built = path.dirname(engineEntry);
    const runner = runnerOf(built);
    const { recordingsIn } = await import('../../../package/desktop-tests/recordings-in.ts');
    const count = recordingsIn(path.resolve(folder)).length;
    // In the current folder, so that Playwright's files are beside the user's own.
    const here = await mkdtemp(path.join(process.cwd(), '.deskscope-test-'));
    try {
      const config = path.join(here, 'playwright.config.cjs');
      await writeFile(
        path.join(here, 'recordings.spec.cjs'),
        specOf(path.join(built, 'test.js'), path.resolve(folder)),
      );
      await writeFile(config, configOf(process.cwd()));
      const child = spawn(process.execPath, [runner, 'test', '--config', config, ...given], { stdio: 'inherit' });
      const stop = () => child.kill('SIGINT');
      signal.addEventListener('abort', stop, { once: true });
      const [code] = (await once(child, 'exit')) as unknown as readonly [number | null];
      signal.removeEventListener('abort', stop);
      return { data: { tests: count, exitCode: code }, text: '', silent: true, isNo: code !== 0 };
    } finally {
      await rm(here, { recursive: true, force: true });
    }
  },
};

/**
 * The command of the Playwright Test that `deskscope/test` has, of which there may be only one.
 * @throws AppError `unsupported_platform` if it is not installed
 */
function runnerOf(built: string): string {
  try {
    return createRequire(path.join(built, 'test.js')).resolve('@playwright/test/cli');
  } catch {
    throw new AppError('unsupported_platform', 'Playwright Test is not installed beside Deskscope.', {
      hint: 'Run `npm install --save-dev deskscope @playwright/test`, then `npx deskscope test FOLDER`.',
    });
  }
}

function specOf(entry: string, folder: string): string {
  return `require(${JSON.stringify(entry)}).testRecordings(${JSON.stringify(folder)});\n`;
}

/** Results and reports go where Playwright puts them without a configuration. */
function configOf(folder: string): string {
  const config = {
    testDir: '.',
    testMatch: 'recordings.spec.cjs',
    fullyParallel: true,
    outputDir: path.join(folder, 'test-results'),
  };
  return `module.exports = ${JSON.stringify(config)};\n`;
}
