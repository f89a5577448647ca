import { expect, test } from 'vitest';
import { errorCode, forgetFailure, lastFailure } from './errors.ts';
import { getWindowThreadProcessId } from './window.ts';

test('the last error is reported, and cleared on request', () => {
  expect(getWindowThreadProcessId(1, null)).toBe(0);
  expect(lastFailure('Asking for a window that is none').code).toBe(errorCode.invalidWindow);
  forgetFailure();
  expect(lastFailure('Nothing').code).toBe(0);
});
