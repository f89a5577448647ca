import path from 'node:path';
import type { WindowInfo } from '#contract/model/window';
import type { Engine } from '../../../engine.ts';
import { declare } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import { postMessage } from '../windows/api.ts';
import { startApp, type StartedApp } from './apps.ts';

/** Kinds of windows, and messages that drive them, of e2e/target-apps/windows/README.md. */
export type FixtureKind = 'calculator' | 'gallery' | 'notes' | 'sleeper';
export type FixtureCommand = 'Hang' | 'HangForever' | 'Crash' | 'SetTitle' | 'Notify';

const registerWindowMessage = declare<(name: string) => number>('user32', 'uint32 RegisterWindowMessageW(str16 name)');

/** The program that shows windows of standard controls. */
export function fixtureProgram(): string {
  const folder = process.env['DESKSCOPE_WINDOWS_FIXTURES'];
  if (!folder) throw new Error('DESKSCOPE_WINDOWS_FIXTURES is not set: `npm run test:windows` sets it.');
  return path.join(folder, 'deskscope-controls.exe');
}

export function startFixture(engine: Engine, kind: FixtureKind, title?: string): Promise<StartedApp> {
  return startApp(engine, fixtureProgram(), title === undefined ? [kind] : [kind, title]);
}

/** Tells a window of the fixture to do something, without waiting until it has. */
export function tell({ id }: WindowInfo, command: FixtureCommand, wParam = 0, lParam = 0): void {
  const window: Hwnd = Number(id);
  if (postMessage(window, registerWindowMessage(`Deskscope.Fixture.${command}`), wParam, lParam) === 0) {
    throw new Error(`The window ${id} took no message.`);
  }
}
