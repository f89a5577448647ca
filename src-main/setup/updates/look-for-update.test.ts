import { expect, test } from 'vitest';
import { compareVersions, parseVersion } from './look-for-update.ts';

test('versions follow each other as https://semver.org reports, and tags may have a v', () => {
  const inOrder = [
    '0.9.10',
    '0.10.0',
    '1.0.0-alpha',
    'v1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '2.0.0',
  ].map((text) => parseVersion(text)!);
  for (const [at, one] of inOrder.entries())
    for (const [against, other] of inOrder.entries())
      expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(at - against));
  expect(compareVersions(parseVersion('v1.2.3+a')!, parseVersion('1.2.3+b')!)).toBe(0);
});

test.each(['', 'latest', '1.2', '01.2.3', '1.2.3.4', '1.2.3-', 'release-1.2.3'])('“%s” is not a version', (text) => {
  expect(parseVersion(text)).toBe(null);
});
