import { expect, test } from 'vitest';
import { reasonAgainstWine } from './support.mjs';

const debian = { platform: 'linux', arch: 'x64', missing: [], hasKeyring: true, sandboxError: '' };

test('Debian on x64 can run Wine', () => {
  expect(reasonAgainstWine(debian)).toBe('');
});

test.each([
  [{ platform: 'darwin' }, 'this is darwin x64'],
  [{ arch: 'arm64' }, 'this is linux arm64'],
  [{ missing: ['apt-get', 'dpkg-deb'] }, 'needs apt-get, dpkg-deb'],
  [{ hasKeyring: false }, 'debian-archive-keyring'],
  [{ sandboxError: 'unshare failed: Operation not permitted' }, 'unshare failed: Operation not permitted'],
])('a machine that differs in %o is told why not', (difference, reason) => {
  expect(reasonAgainstWine({ ...debian, ...difference })).toContain(reason);
});
