import { expect, test } from 'vitest';
import { sandboxProblem } from './electron-sandbox.mjs';

const ubuntu = { platform: 'linux', uid: 1000, restricted: true, helper: { uid: 1000, mode: 0o100755 } };

test('says what to type if a system denies Electron its sandbox', () => {
  expect(sandboxProblem('/home/me/my app/electron', ubuntu)).toContain(
    'sudo chown root:root "/home/me/my app/chrome-sandbox" && sudo chmod 4755 "/home/me/my app/chrome-sandbox"',
  );
});

test.each([
  ['the helper is root’s', { helper: { uid: 0, mode: 0o104755 } }],
  ['nothing is restricted', { restricted: false }],
  ['root runs without it', { uid: 0 }],
  ['the system is another', { platform: 'win32' }],
  ['there is no helper', { helper: null }],
])('says nothing if %s', (_, change) => {
  expect(sandboxProblem('/x/electron', { ...ubuntu, ...change })).toBe('');
});

test('a helper that is root’s but not setuid does not help', () => {
  expect(sandboxProblem('/x/electron', { ...ubuntu, helper: { uid: 0, mode: 0o100755 } })).not.toBe('');
});
