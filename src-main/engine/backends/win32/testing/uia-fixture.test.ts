import { expect, test } from 'vitest';
import { UiaFixture } from './uia-fixture.ts';

test.skipIf(process.platform === 'win32')('only Wine’s UI Automation is replaced', () => {
  expect(() => UiaFixture.install()).toThrow('Only in Wine');
});
