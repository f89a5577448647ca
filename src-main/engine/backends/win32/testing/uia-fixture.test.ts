import { expect, test } from 'vitest';
import { UiaFixture } from './uia-fixture.ts';

test.skipIf(process.platform === 'win32')('nothing but Wine gets another UI Automation', () => {
  expect(() => UiaFixture.install()).toThrow('Only in Wine');
});
