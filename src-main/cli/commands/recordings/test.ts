import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { isAlive, startTicks } from '../../../base/processes/is-alive.ts';
import type { Command } from '../../command.ts';

export const test: Command = {
  name: 'test',
  summary: 'Run recordings and skills as tests, with Playwright Test (Linux).',
  usage: 'test FOLDER|FILE [OPTIONS OF PLAYWRIGHT…]',
  options: {},
  positionals: [1, 1_000],
  passThrough: true,
  async run({ engineEntry, signal }, args) {
    const [given = '', ...options] = args.positionals;
    const source = path.resolve(given);
    const built = path.dirname(engineEntry);
    const runner = runnerOf(built);
    const { recordingsIn } = await import('../../../package/desktop-tests/recordings-in.ts');
    const count = recordingsIn(source).length;
    const folder = await mkdtemp(path.join(tmpdir(), 'deskscope-test-'));
    // Playwright puts reports, and looks for deskscope.yaml, beside its configuration.
    const config = path.resolve(`.deskscope-test-${process.pid}-${startTicks(process.pid)}.config.cjs`);
    await sweep(process.cwd());
    try {
      await writeFile(path.join(folder, spec), specOf(path.join(built, 'test.js'), source));
      await writeFile(config, configOf(folder)).catch(cannotWrite);
      const child = spawn(process.execPath, [runner, 'test', '--config', config, ...options], { stdio: 'inherit' });
      const stop = () => child.kill('SIGINT');
      signal.addEventListener('abort', stop, { once: true });
      const [code] = (await once(child, 'exit')) as unknown as readonly [number | null];
      signal.removeEventListener('abort', stop);
      return { data: { tests: count, exitCode: code }, text: '', silent: true, isNo: code !== 0 };
    } finally {
      await rm(config, { force: true }).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const spec = 'recordings.spec.cjs';

/** Removes the configurations of commands that were killed. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, ticks] = /^\.deskscope-test-(\d+)-(\d*)\.config\.cjs$/.exec(name) ?? [];
    if (pid === undefined || (isAlive(Number(pid)) && startTicks(Number(pid)) === ticks)) continue;
    await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  }
}

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

function cannotWrite(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new AppError('file_error', `Playwright’s files go to the current folder, which cannot be written to: ${why}`, {
    hint: 'Run it in another folder.',
    cause,
  });
}

function specOf(entry: string, source: string): string {
  return `require(${JSON.stringify(entry)}).testRecordings(${JSON.stringify(source)});\n`;
}

/** Files are named, and reports of shards belong together, from the current folder. */
function configOf(folder: string): string {
  const config = {
    testDir: '.',
    outputDir: 'test-results',
    fullyParallel: true,
    projects: [{ testDir: folder, testMatch: spec }],
  };
  return `module.exports = ${JSON.stringify(config)};\n`;
}
