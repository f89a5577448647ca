import { expect, test } from 'vitest';
import { backendOf } from './backend-of.ts';

test('the settings choose a back end on Windows by default', () => {
  const settings = { elementBackend: 'win32' } as const;
  expect(backendOf('auto', settings, 'win32')).toBe('win32');
  expect(backendOf('uia', settings, 'win32')).toBe('uia');
  expect(backendOf('auto', settings, 'linux')).toBe('auto');
});
