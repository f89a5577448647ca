import { describe, expect, it } from 'vitest';
import { isOnWayland, throughXWayland, wantsXWayland, type ElectronStart } from './display-server.ts';

const session = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' };
const argv = ['/opt/Deskscope/deskscope-app'];
const wayland = '--ozone-platform=wayland';
const start: ElectronStart = {
  platform: 'linux',
  version: '45.4.1',
  argv,
  chosen: 'wayland',
  env: { ...session, DISPLAY: ':0' },
};

describe('a session of Wayland', () => {
  it.each<[string, Partial<ElectronStart>, boolean, boolean]>([
    ['with XWayland', {}, true, true],
    ['without XWayland', { env: session }, true, false],
    ['whose type nobody says', { chosen: '', env: { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' } }, false, false],
    ['under an Electron that chooses X11', { version: '25.1.1', chosen: '' }, false, false],
    ['where the user wants Wayland', { argv: [...argv, wayland] }, true, false],
    ['where only a file is called so', { argv: [...argv, '--', wayland] }, true, true],
    ['under an Electron that leaves the choice open', { version: '38.0.0', chosen: '' }, true, true],
    ['where the user wants X11', { argv: [...argv, '--ozone-platform=x11'], chosen: 'x11' }, false, false],
    [
      'under an older Electron, where the user wants Wayland',
      { version: '25.1.1', argv: [...argv, wayland] },
      true,
      false,
    ],
    ['on Windows', { platform: 'win32' }, false, false],
  ])('%s', (_, change, wayland, again) => {
    expect(isOnWayland({ ...start, ...change })).toBe(wayland);
    expect(wantsXWayland({ ...start, ...change })).toBe(again);
  });
});

it('a session of X11 is left alone', () => {
  const env = { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' };
  expect(isOnWayland({ ...start, chosen: '', env })).toBe(false);
});

it('a start through XWayland is asked for where Chromium looks, and once', () => {
  const again = throughXWayland([...argv, '--', 'recording.json']);
  expect(again).toEqual(['--ozone-platform=x11', '--', 'recording.json']);
  expect(wantsXWayland({ ...start, argv: [...argv, ...again] })).toBe(false);
});
