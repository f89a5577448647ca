import path from 'node:path';
import { expect, it } from 'vitest';
import { resolveFile } from './app-files.ts';

// With a drive before it on Windows.
const root = path.resolve('/srv/renderer');

it('finds files below the root', () => {
  expect(resolveFile(root, 'app://deskscope/index.html')).toBe(path.join(root, 'index.html'));
  expect(resolveFile(root, 'app://deskscope/assets/a%20b.js?v=1')).toBe(path.join(root, 'assets', 'a b.js'));
});

it('keeps encoded dots below the root', () => {
  expect(resolveFile(root, 'app://deskscope/%2e%2e/%2e%2e/etc/passwd')).toBe(path.join(root, 'etc', 'passwd'));
});

it.each([
  'app://other/index.html',
  'app://deskscope/..%2f..%2fetc/passwd',
  ...(process.platform === 'win32' ? ['app://deskscope/..%5c..%5cetc'] : []),
  'app://deskscope/',
  'app://deskscope/%zz',
  'app://deskscope/a%00b',
])('refuses %s', (url) => expect(resolveFile(root, url)).toBeNull());
