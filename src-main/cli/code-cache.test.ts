import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '../../scripts/lib/bundle.mjs';

const run = promisify(execFile);
const bin = path.resolve(import.meta.dirname, '../../bin');
const caches = () => path.join(root, 'out/main/code-cache');

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'deskscope-code-cache-'));
  await cp(bin, path.join(root, 'bin'), { recursive: true });
  await mkdir(path.join(root, 'out/main/chunks'), { recursive: true });
  await writeFile(
    path.join(root, 'out/main/cli.js'),
    "const { word } = require('./chunks/word.js');\nconsole.log(word());\n",
  );
  await built('one');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const chunk = () => path.join(root, 'out/main/chunks/word.js');
const built = (word: string) => writeFile(chunk(), `exports.word = () => ${JSON.stringify(word)};\n`);
const start = async (...args: string[]) =>
  (await run(process.execPath, [path.join(root, 'bin/deskscope.cjs'), ...args])).stdout.trim();

it('loads what an earlier run of the command compiled', async () => {
  expect(await start('windows')).toBe('one');
  expect(await readdir(caches())).toEqual([`windows-${process.version}-${process.arch}.bin`]);
  // Nobody changes a file of the same size without a trace: here it shows that the file was not compiled again.
  const { atime, mtime } = await stat(chunk());
  await utimes(chunk(), atime, mtime);
  await start('windows');
  await built('two');
  await utimes(chunk(), atime, mtime);
  expect(await start('windows')).toBe('one');
});

it('compiles a file again that was built again', async () => {
  await start('windows');
  await built('two');
  expect(await start('windows')).toBe('two');
  expect(await start('windows')).toBe('two');
});

it('is filled for engines that cannot write it, with what they may require', async () => {
  await writeFile(
    path.join(root, 'out/main/engine.js'),
    `if (process.argv[2]) { const { word } = require("./chunks/word.js"); console.log(word()); }\n`,
  );
  const { atime, mtime } = await stat(chunk());
  await utimes(chunk(), atime, mtime);
  const loader = path.join(root, 'bin/code-cache.cjs');
  await run(process.execPath, [loader]);
  await built('two');
  await utimes(chunk(), atime, mtime);
  const { stdout } = await run(process.execPath, ['-r', loader, path.join(root, 'out/main/engine.js'), 'word']);
  expect(stdout).toBe('one\n');
});

it('a compiler of test files does not see the parts of deskscope/test', async () => {
  const entry = await bundle({ test: 'src-main/package/test.ts' });
  await cp(entry.path('test'), path.join(root, 'out/main/test.js'));
  await entry.remove();
  await writeFile(
    path.join(root, 'out/main/test-main.js'),
    "const { word } = require('./chunks/word.js');\nexports.test = exports.expect = exports.testRecordings = word();\n",
  );
  const compiler = `
    const usual = require.extensions['.js'], seen = [];
    require.extensions['.js'] = (module, file) => (seen.push(file), usual(module, file));
    const { test } = require(process.argv[1]);
    console.log(test, ...seen.map((file) => require('path').basename(file)).filter((name) => /word|main/.test(name)));`;
  const { stdout } = await run(process.execPath, ['-e', compiler, path.join(root, 'out/main/test.js')]);
  expect(stdout).toBe('one\n');
});

it('starts with a cache that is cut off, is none, or cannot be written', async () => {
  await start('windows');
  const file = path.join(caches(), (await readdir(caches()))[0] ?? '');
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, whole.length - 40));
  expect(await start('windows')).toBe('one');
  await writeFile(file, 'none');
  expect(await start('windows')).toBe('one');
  await rm(caches(), { recursive: true });
  await writeFile(caches(), 'a file in the way');
  expect(await start('windows')).toBe('one');
});

it('keeps words that are no names of commands out of file names', async () => {
  await start('../../evil');
  expect(await readdir(caches())).toEqual([`other-${process.version}-${process.arch}.bin`]);
});
