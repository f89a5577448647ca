import { describe, expect, it } from 'vitest';
import { isOnWayland, wantsXWayland, type ElectronStart } from './display-server.ts';

const session = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' };
const start: ElectronStart = { platform: 'linux', version: '45.4.1', asked: '', env: { ...session, DISPLAY: ':0' } };

describe('a session of Wayland', () => {
  it.each<[string, Partial<ElectronStart>, boolean, boolean]>([
    ['with XWayland', {}, true, true],
    ['without XWayland', { env: session }, true, false],
    ['whose type nobody says', { env: { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' } }, false, false],
    ['under an Electron that chooses X11', { version: '25.1.1' }, false, false],
    ['where the user wants Wayland', { asked: 'wayland' }, true, false],
    ['where the user wants X11', { asked: 'x11' }, false, false],
    ['under an older Electron, where the user wants Wayland', { version: '25.1.1', asked: 'wayland' }, true, false],
    ['on Windows', { platform: 'win32' }, false, false],
  ])('%s', (_, change, wayland, again) => {
    expect(isOnWayland({ ...start, ...change })).toBe(wayland);
    expect(wantsXWayland({ ...start, ...change })).toBe(again);
  });
});

it('a session of X11 is left alone', () => {
  const env = { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' };
  expect(isOnWayland({ ...start, env })).toBe(false);
});
