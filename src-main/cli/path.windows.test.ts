import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPath, writePath, type PathValue } from '../setup/user-path/registry.ts';
import { mayChangePath } from '../setup/user-path/testing/may-change-path.ts';
import { buildCli, type BuiltCli } from './testing/built-cli.ts';

let cli: BuiltCli;
let folder: string;
let before: Readonly<Record<'user' | 'everybody', PathValue>>;

/** As it is packaged, with Node in the place of the program, which is the same when it is started so. */
beforeAll(async () => {
  cli = await buildCli('windows');
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope package '));
  const main = path.join(folder, 'resources', 'app.asar', 'out', 'main');
  mkdirSync(main, { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  copyFileSync(process.execPath, path.join(folder, 'Deskscope.exe'));
  copyFileSync('resources/windows/deskscope.cmd', path.join(folder, 'bin', 'deskscope.cmd'));
  writeFileSync(path.join(main, 'cli.js'), `require(${JSON.stringify(cli.script)});`);
  before = { user: readPath('user'), everybody: readPath('everybody') };
});
afterAll(async () => {
  if (mayChangePath) for (const whose of ['user', 'everybody'] as const) writePath(whose, before[whose]);
  rmSync(folder, { recursive: true, maxRetries: 20 });
  await cli.remove();
});

async function run(...words: readonly string[]) {
  const command = ['/d', '/c', 'bin\\deskscope.cmd', 'path', ...words, '--json'];
  const stdout = await new Promise<string>((resolve) => {
    execFile('cmd.exe', command, { cwd: folder }, (_, text) => resolve(text));
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test.runIf(mayChangePath)(
  'what the installer does: consoles find deskscope, as often as it is asked for, and then no longer',
  async () => {
    const bin = path.join(folder, 'bin');
    writePath('user', { text: '%TEMP%;C:\\tools', type: 2 });
    expect(await run()).toMatchObject({ ok: true, folder: bin, onPath: false });
    for (const _ of [1, 2]) {
      expect(await run('add')).toMatchObject({ ok: true, onPath: true });
      expect(readPath('user')).toEqual({ text: `%TEMP%;C:\\tools;${bin}`, type: 2 });
    }
    expect(await run('remove')).toMatchObject({ ok: true, onPath: false });
    expect(readPath('user')).toEqual({ text: '%TEMP%;C:\\tools', type: 2 });
  },
);

test.runIf(mayChangePath)('anyone who’s Path it is on, it is said to be there, and on whose', async () => {
  const bin = path.join(folder, 'bin');
  const { text, type } = before.everybody;
  writePath('everybody', { text: `${text};${bin}`, type });
  expect(await run()).toMatchObject({ onPath: true, paths: ['everybody'] });
  expect(await run('add')).toMatchObject({ onPath: true, paths: ['user', 'everybody'] });
  expect(await run('remove')).toMatchObject({ onPath: true, paths: ['everybody'] });
  expect(await run('remove', '--everybody')).toMatchObject({ onPath: false, paths: [] });
  expect(readPath('everybody')).toEqual({ text, type });
});

test('what npm has installed changes no Path', async () => {
  expect(await cli.json('path', 'add')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
