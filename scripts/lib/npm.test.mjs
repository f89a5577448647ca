import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npm } from './npm.mjs';

const node = join('C:', 'node', 'node.exe');

test('npm is a program, except on Windows a script', () => {
  expect(npm(['ci'], { platform: 'linux', node: '/usr/bin/node', variables: {} })).toEqual(['npm', ['ci']]);
  const cli = join('C:', 'node', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  expect(npm(['ci'], { platform: 'win32', node, variables: {} })).toEqual([node, [cli, 'ci']]);
});

test('the npm that started us is used; another package manager is not', () => {
  const of = (/** @type {string} */ file) =>
    npm(['ci'], { platform: 'win32', node, variables: { npm_execpath: file } });
  expect(of('D:\\npm\\bin\\npm-cli.js')[1]).toEqual(['D:\\npm\\bin\\npm-cli.js', 'ci']);
  expect(of('D:\\pnpm\\pnpm.cjs')[1][0]).toContain('npm-cli.js');
});
