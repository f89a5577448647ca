import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasNoDesktop, sessionVariables, userSessions } from './user-session.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'session-'));
  for (const name of ['proc', 'sockets', 'run']) mkdirSync(path.join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

const places = () => ({ processes: path.join(folder, 'proc'), sockets: path.join(folder, 'sockets') });
const serve = (number: number) => writeFileSync(path.join(folder, 'sockets', `X${number}`), '');
const compose = (name: string) => writeFileSync(path.join(folder, 'run', name), '');

let pid = 100;
function run(variables: Readonly<Record<string, string>>): void {
  const own = path.join(folder, 'proc', String(pid++));
  mkdirSync(own);
  writeFileSync(
    path.join(own, 'environ'),
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\0`)
      .join(''),
  );
}

const names = () => userSessions(places()).map(({ name }) => name);

describe.runIf(process.platform === 'linux')('the desktop of a program that was started without one', () => {
  it('is the one that the user’s programs have, with what leads to its bus', () => {
    serve(0);
    const all = { DISPLAY: ':0', XAUTHORITY: '/run/me/xauth', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/me/bus' };
    run({ HOME: '/home/me', PATH: '/bin' });
    run({ DISPLAY: ':0', HOME: '/home/me' });
    run({ ...all, DESKSCOPE_TOKEN: 'secret', EDITOR: 'vi=x' });
    expect(sessionVariables({ HOME: '/home/me' }, places())).toEqual(all);
  });

  it('is none if nothing answers at it any more, and none of another machine', () => {
    run({ DISPLAY: ':7' });
    run({ DISPLAY: 'localhost:10.0' });
    run({ WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: path.join(folder, 'run') });
    expect(names()).toEqual([]);
    expect(sessionVariables({}, places())).toEqual({});
  });

  it('is missing until one runs, unless one is named', () => {
    expect(hasNoDesktop({}, places())).toBe(true);
    expect(hasNoDesktop({ DISPLAY: ':3' }, places())).toBe(false);
    serve(0);
    run({ DISPLAY: ':0' });
    expect(hasNoDesktop({}, places())).toBe(false);
    // Set, but deliberately empty.
    expect(hasNoDesktop({ DISPLAY: '' }, places())).toBe(true);
  });

  it('is not guessed at among several', () => {
    serve(0);
    serve(99);
    run({ DISPLAY: ':0' });
    run({ DISPLAY: ':99' });
    expect(names()).toEqual([':0', ':99']);
    expect(sessionVariables({}, places())).toEqual({});
  });

  it('is one session of Wayland, whatever its programs speak', () => {
    serve(0);
    compose('wayland-0');
    const runtime = { XDG_RUNTIME_DIR: path.join(folder, 'run') };
    run({ WAYLAND_DISPLAY: 'wayland-0', ...runtime });
    run({ DISPLAY: ':0', ...runtime });
    run({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', ...runtime });
    expect(names()).toEqual([':0']);
    expect(sessionVariables({}, places())).toMatchObject({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' });
  });

  it('is not looked for if one was named, or none is wanted', () => {
    serve(0);
    run({ DISPLAY: ':0' });
    expect(sessionVariables({ DISPLAY: ':1' }, places())).toEqual({});
    expect(sessionVariables({ DISPLAY: '' }, places())).toEqual({});
  });
});
