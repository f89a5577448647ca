import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { createBackend, type BackendName } from '../../../create-backend.ts';
import type { Engine } from '../../../engine.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import { end } from '../../../testing/programs.ts';
import { gnomeDevices, startGnome } from './compositors/gnome-session.ts';
import { kwinDevices, startKWin, type KWinOptions } from './compositors/kwin-session.ts';
import { Person, type Devices } from './people/person.ts';
import { swayDevices, startSway } from './compositors/sway-session.ts';
import { xDevices } from './x-devices.ts';

/** For headless sessions. */
const screen = { x: 1280, y: 800 };

/** Before any of them is entered. */
const own = { ...process.env };

/** A desktop on which a simulated user works and Deskscope observes. */
export interface RecordingDesk {
  readonly person: Person;
  /** Switches this process to it. */
  enter(): Promise<Engine>;
  /** Starts a program on it, with its own folder for files, until the desk ends. */
  start(
    command: string,
    args: (folder: string) => readonly string[],
  ): { readonly folder: string; end(): Promise<void> };
  /** Ends only the compositor. */
  endSession(): Promise<void>;
  /** Kills the compositor, and starts another at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The environment for GTK apps through XWayland. */
const ofX: NodeJS.ProcessEnv = { GDK_BACKEND: 'x11' };

interface Session {
  /** The current session: replaced after a restart. */
  readonly env: NodeJS.ProcessEnv;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** GNOME, with the devices of its own remote desktop. */
export async function gnomeDesk(): Promise<RecordingDesk> {
  const session = await startGnome();
  const address = session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  return deskOf(session, 'wayland', () => gnomeDevices(address, screen));
}

/** Same, with apps through XWayland. */
export async function gnomeXDesk(): Promise<RecordingDesk> {
  const session = await startGnome({ withX: true });
  const address = session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  return deskOf(session, 'wayland', () => gnomeDevices(address, screen), ofX);
}

/** KWin, with apps through XWayland. */
export async function kwinXDesk(options: KWinOptions = {}): Promise<RecordingDesk> {
  const session = await startKWin({ xScale: 1, ...options });
  return deskOf(session, 'wayland', () => kwinDevices(session.env['WAYLAND_DISPLAY'] ?? ''), ofX);
}

/** KWin, with another program's fake input. */
export async function kwinDesk(options: KWinOptions = {}): Promise<RecordingDesk> {
  const session = await startKWin(options);
  return deskOf(session, 'wayland', () => kwinDevices(session.env['WAYLAND_DISPLAY'] ?? ''));
}

/** sway, with apps through XWayland, and another program's virtual devices. */
export async function swayDesk(): Promise<RecordingDesk> {
  const session = await startSway();
  return deskOf(session, 'wayland', () => swayDevices(session.env['WAYLAND_DISPLAY'] ?? ''), ofX);
}

/** sway, with Wayland apps. */
export async function swayWaylandDesk(): Promise<RecordingDesk> {
  const session = await startSway();
  return deskOf(session, 'wayland', () => swayDevices(session.env['WAYLAND_DISPLAY'] ?? ''));
}

/** The X server of each test file. */
export function xDesk(): Promise<RecordingDesk> {
  const restart = () => Promise.reject(new Error('It is the one of all tests.'));
  const session = { env: own, restart, close: () => Promise.resolve() };
  return deskOf(session, 'x11', () => Promise.resolve(xDevices));
}

async function deskOf(
  session: Session,
  backend: BackendName,
  openDevices: () => Promise<Devices>,
  forApps: NodeJS.ProcessEnv = {},
): Promise<RecordingDesk> {
  const engines: Engine[] = [];
  const apps: ChildProcess[] = [];
  const folders: string[] = [];
  const devices = await openDevices();
  let ended: Promise<void> | undefined;
  const endSession = () => (ended ??= session.close());
  return {
    endSession,
    restart: () => session.restart(),
    person: new Person(devices),
    async enter() {
      vi.unstubAllEnvs();
      for (const [name, value] of Object.entries(session.env)) vi.stubEnv(name, value);
      const log = createLog('test');
      const engine = await createLocalEngine({ log, backend: (options) => createBackend(backend, options) });
      engines.push(engine);
      return engine;
    },
    start(command, args) {
      const folder = mkdtempSync(join(tmpdir(), 'deskscope-app-'));
      folders.push(folder);
      const app = spawn(command, [...args(folder)], { stdio: 'ignore', env: { ...session.env, ...forApps } });
      apps.push(app);
      return { folder, end: () => end(app) };
    },
    async close() {
      for (const engine of engines) await engine.close();
      for (const app of apps) await end(app);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      devices.close();
      await endSession();
      vi.unstubAllEnvs();
    },
  };
}
