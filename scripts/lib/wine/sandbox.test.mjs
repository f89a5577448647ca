import { expect, test } from 'vitest';
import { inSandbox } from './sandbox.mjs';
import { windowsPath, wineSandbox } from './wine.mjs';

const debian = { root: '/cache/debian/root', headers: '/cache/debian/headers', version: '10.0' };
const sandbox = wineSandbox({
  debian,
  prefix: '/cache/runs/1/prefix',
  work: '/cache/runs/1',
  binds: [['/home/me/deskscope', '/home/me/deskscope']],
  cwd: '/home/me/deskscope',
  env: { DISPLAY: ':7' },
});

test('only root needs no user namespace', () => {
  expect(inSandbox(sandbox, ['wine64'], true)).not.toContain('--user');
  expect(inSandbox(sandbox, ['wine64'], false)).toContain('--user');
});

test('the end of the command ends all its descendants', () => {
  const command = inSandbox(sandbox, ['wine64'], true);
  expect(command.slice(0, 4)).toEqual(['setpriv', '--pdeathsig', 'KILL', '--']);
  expect(command).toEqual(expect.arrayContaining(['--pid', '--fork', '--kill-child=KILL']));
});

// Its paths are those of Linux, where it runs.
test.skipIf(process.platform === 'win32')('the program gets only its folders and its environment', () => {
  const command = inSandbox(sandbox, ['wine64', 'a b'], true);
  const separator = command.lastIndexOf('--');
  const folders = command.slice(command.indexOf('/cache/runs/1/root'), separator);
  expect(folders).toEqual(
    [
      ['/cache/runs/1/root', '/cache/runs/1/output'],
      ['/cache/debian/root/usr', '/usr'],
      ['/cache/debian/root/etc', '/etc'],
      ['/dev', '/dev'],
      ['/sys', '/sys'],
      ['/cache/runs/1/prefix', '/prefix'],
      ['/home/me/deskscope', '/home/me/deskscope'],
    ].flat(),
  );
  const [env, clean, cwd, ...rest] = command.slice(separator + 1);
  expect([env, clean, cwd]).toEqual(['/usr/bin/env', '-i', '--chdir=/home/me/deskscope']);
  expect(rest).toEqual(expect.arrayContaining(['WINEPREFIX=/prefix', 'DISPLAY=:7']));
  expect(rest.slice(-2)).toEqual(['wine64', 'a b']);
});

test('a Windows program sees the whole file system as drive Z', () => {
  expect(windowsPath('/home/me/a b.png')).toBe('Z:\\home\\me\\a b.png');
});
