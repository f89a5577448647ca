import { expect, test } from 'vitest';
import { sandboxArguments } from './electron-arguments.mjs';

test('only root on Linux gives up the sandbox', () => {
  expect(sandboxArguments({ platform: 'linux', uid: 0 })).toEqual(['--no-sandbox']);
  expect(sandboxArguments({ platform: 'linux', uid: 1000 })).toEqual([]);
  expect(sandboxArguments({ platform: 'win32', uid: undefined })).toEqual([]);
  expect(sandboxArguments({ platform: 'darwin', uid: 0 })).toEqual([]);
});
