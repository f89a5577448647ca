import { expect, test } from 'vitest';
import { displayArguments, sandboxArguments } from './electron-arguments.mjs';

test('only root on Linux gives up the sandbox', () => {
  expect(sandboxArguments({ platform: 'linux', uid: 0 })).toEqual(['--no-sandbox']);
  expect(sandboxArguments({ platform: 'linux', uid: 1000 })).toEqual([]);
  expect(sandboxArguments({ platform: 'win32', uid: undefined })).toEqual([]);
  expect(sandboxArguments({ platform: 'darwin', uid: 0 })).toEqual([]);
});

test('uses XWayland if available beside Wayland', () => {
  expect(displayArguments({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' })).toEqual(['--ozone-platform=x11']);
  expect(displayArguments({ WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['--ozone-platform=wayland']);
  expect(displayArguments({ DISPLAY: ':0' })).toEqual([]);
});
