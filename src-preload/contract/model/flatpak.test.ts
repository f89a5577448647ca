import { expect, it } from 'vitest';
import { appStartedBy, flatpakRun, isOfStart } from './flatpak.ts';

const id = 'org.gnome.Calculator';

it.each<[string, string[], ReturnType<typeof flatpakRun>]>([
  ['flatpak', ['run', id], { id, isPlain: true }],
  ['/usr/bin/flatpak', ['run', `${id}//stable`, '--mode', 'advanced'], { id, isPlain: true }],
  ['flatpak', ['run', '--command=sh', id], { id, isPlain: false }],
  ['flatpak', ['run', '--command', 'sh', '--user', id, 'x'], { id, isPlain: false }],
  ['flatpak', ['run', '--', id], { id, isPlain: true }],
  ['flatpak', ['run'], null],
  ['flatpak', ['install', id], null],
  ['galculator', ['run', id], null],
])('%s %j starts %j', (command, args, expected) => {
  expect(flatpakRun(command, args)).toEqual(expected);
});

it('a program started by Flatpak is found only inside its sandbox, any other only outside', () => {
  const inside = { app: id, executable: 'gnome-calculator' };
  const outside = { app: 'gnome-calculator' };
  const exported = `/var/lib/flatpak/exports/bin/${id}`;
  const runs: [command: string, args: string[]] = ['flatpak', ['run', id]];
  expect(appStartedBy(...runs)).toBe(id);
  expect([inside, outside].map((window) => isOfStart(window, ...runs))).toEqual([true, false]);
  expect([inside, outside].map((window) => isOfStart(window, 'gnome-calculator', []))).toEqual([false, true]);
  expect(isOfStart(inside, exported, [])).toBe(true);
});
