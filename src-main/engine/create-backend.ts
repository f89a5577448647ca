import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { Log } from '../base/log.ts';
import type { Backend, BackendOptions, WindowsBackend } from './backend.ts';

export const backendNames = ['auto', 'fake', 'linux', 'x11', 'wayland', 'windows', 'uia', 'win32'] as const;
export type BackendName = (typeof backendNames)[number];

/** @throws AppError `invalid_parameter` */
export function parseBackendName(value: string): BackendName {
  const name = backendNames.find((known) => known === value);
  if (name) return name;
  throw new AppError('invalid_parameter', `${quoted(value)} is not a back end.`, {
    hint: `Use ${backendNames.join(', ')}.`,
  });
}

/**
 * The only place that knows the back ends; each is loaded on demand. `auto` selects the platform's: on Linux Wayland, as far as
 * usable, with XWayland's windows, if there is a compositor, else X11; `x11` and `wayland` select one of them. On Windows, UI
 * Automation reads elements if it is complete, else messages to controls do; `uia` and `win32` select one of them.
 * @throws AppError `unsupported_platform`, or errors of the back end's start, e.g. `display_unavailable`
 */
export async function createBackend(name: BackendName, options: BackendOptions): Promise<Backend> {
  const wanted: string = name === 'auto' ? ofPlatform() : name;
  if (wanted === 'fake') {
    const { createFakeBackend } = await import('./backends/fake/index.ts');
    return createFakeBackend({ ...options, faults: process.env['DESKSCOPE_FAKE_FAULT'] ?? '' });
  }
  if (wanted === 'linux' || wanted === 'x11' || wanted === 'wayland') {
    const { createLinuxBackend } = await import('./backends/linux/index.ts');
    return createLinuxBackend(options, wanted === 'linux' ? 'either' : wanted);
  }
  if (wanted === 'windows' || wanted === 'uia' || wanted === 'win32') {
    const { createWindowsBackend } = await import('./backends/win32/index.ts');
    return createWindowsBackend(options, wanted === 'windows' ? 'auto' : wanted);
  }
  throw new AppError('unsupported_platform', `Deskscope has no back end for ${process.platform} yet.`, {
    hint: 'It works on Windows and on Linux; `--backend fake` shows a scripted desktop anywhere.',
  });
}

/**
 * Its windows alone, where those cost much less: on X11. Null for the other back ends.
 * @throws AppError `display_unavailable`
 */
export async function createWindowsOnly(name: BackendName, options: BackendOptions): Promise<WindowsBackend | null> {
  const wanted: string = name === 'auto' ? ofPlatform() : name;
  const isX11 = wanted === 'x11' || (wanted === 'linux' && !process.env['WAYLAND_DISPLAY']);
  if (!isX11) return null;
  const { createX11Windows } = await import('./backends/linux/entry/x11-windows.ts');
  return createX11Windows(options);
}

function ofPlatform(): string {
  return process.platform === 'win32' ? 'windows' : process.platform;
}

/** Entry of a process of `BackendOptions.entry` that outlives the back end and cleans up after its engine is killed. */
export async function runBackendSurvivor(log: Log): Promise<void> {
  process.stdin.resume();
  // Most end with their engine, and need not load anything.
  await new Promise((resolve) => process.stdin.once('close', resolve));
  const { runSurvivor } = await import('./backends/linux/x11/input/survivor.ts');
  return runSurvivor(log);
}

/** Entry of a thread that a back end started with `BackendOptions.entry`. */
export async function runBackendThread(): Promise<void> {
  const { runThread } = await import('./backends/win32/entry/run-thread.ts');
  return runThread();
}
