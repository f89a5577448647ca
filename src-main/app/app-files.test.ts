import { expect, it } from 'vitest';
import { resolveFile } from './app-files.ts';

const root = '/srv/renderer';

it('finds files below the root', () => {
  expect(resolveFile(root, 'app://deskscope/index.html')).toBe('/srv/renderer/index.html');
  expect(resolveFile(root, 'app://deskscope/assets/a%20b.js?v=1')).toBe('/srv/renderer/assets/a b.js');
});

it('keeps encoded dots below the root', () => {
  expect(resolveFile(root, 'app://deskscope/%2e%2e/%2e%2e/etc/passwd')).toBe('/srv/renderer/etc/passwd');
});

it.each([
  'app://other/index.html',
  'app://deskscope/..%2f..%2fetc/passwd',
  'app://deskscope/',
  'app://deskscope/%zz',
  'app://deskscope/a%00b',
])('refuses %s', (url) => expect(resolveFile(root, url)).toBeNull());
