import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { appId } from './app-id.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const config = parse(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')) as {
  readonly appId: string;
  readonly productName: string;
  readonly electronFuses: { readonly runAsNode: boolean };
};

it('is the installer’s: else Windows shows the app beside its own shortcut', () => expect(config.appId).toBe(appId));

it('leaves plain Node in the packaged program: the bridge and the command line need it', () =>
  expect(config.electronFuses.runAsNode).toBe(true));

const commandLine = path.join(root, 'resources/windows/deskscope.cmd');

it('has a command line on Windows that names program and file as they are packaged', () => {
  const cmd = readFileSync(commandLine, 'utf8');
  expect(cmd).toContain(`"%~dp0..\\${config.productName}.exe" "%~dp0..\\resources\\app.asar\\out\\main\\cli.js" %*`);
  expect(cmd.split('\n').every((line) => line === '' || line.endsWith('\r'))).toBe(true);
});

// With Node in the place of the packaged program, which is the same when started so.
it.runIf(process.platform === 'win32')('hands arguments and exit code on, from a folder with spaces', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'deskscope package '));
  const main = path.join(folder, 'resources', 'app.asar', 'out', 'main');
  mkdirSync(main, { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  copyFileSync(process.execPath, path.join(folder, 'Deskscope.exe'));
  copyFileSync(commandLine, path.join(folder, 'bin', 'deskscope.cmd'));
  const echo = 'console.log(JSON.stringify([process.env.ELECTRON_RUN_AS_NODE, ...process.argv.slice(2)]))';
  writeFileSync(path.join(main, 'cli.js'), `${echo}; process.exitCode = 3;`);
  const [code, stdout] = await new Promise<[unknown, string]>((resolve) => {
    const args = ['/d', '/c', 'bin\\deskscope.cmd', 'find', 'a b', '--json'];
    execFile('cmd.exe', args, { cwd: folder }, (error, text) => resolve([error?.code, text]));
  });
  expect([code, JSON.parse(stdout)]).toEqual([3, ['1', 'find', 'a b', '--json']]);
  rmSync(folder, { recursive: true, maxRetries: 10 });
});
