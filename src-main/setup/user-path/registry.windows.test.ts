import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPath, writePath, type PathValue } from './registry.ts';
import { mayChangePath } from './testing/may-change-path.ts';

describe.runIf(mayChangePath)('the user’s Path', () => {
  let before: PathValue;
  beforeEach(() => {
    before = readPath('user');
  });
  afterEach(() => writePath('user', before));

  test('is written and read as it is: long, with other letters, and with what is yet to be expanded', () => {
    for (const type of [1, 2]) {
      const text = `%USERPROFILE%\\bin;C:\\Jörg\\世界;${'C:\\long;'.repeat(1_000)}`;
      writePath('user', { text, type });
      expect(readPath('user')).toEqual({ text, type });
    }
    writePath('user', { text: '', type: 2 });
    expect(readPath('user').text).toBe('');
  });
});

test('that of everybody is read too', () => {
  expect(readPath('everybody').text.toLowerCase()).toContain('system32');
});
