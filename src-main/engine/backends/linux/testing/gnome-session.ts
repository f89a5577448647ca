import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { installExtension, removeExtension, type ExtensionState } from '../../../../gnome-extension/install.ts';
import { doorOf } from '../../../../gnome-extension/protocol.ts';
import { end } from '../../../testing/programs.ts';
import { hasProgram } from './programs.ts';
import { until } from './target-app.ts';
import { outputOf } from './x-display.ts';

/** It is large, and no machine must have it. */
export const hasGnome = hasProgram('gnome-shell');

export interface GnomeSession {
  /** For programs that shall appear on it, as Wayland apps where their toolkit can. */
  readonly env: NodeJS.ProcessEnv;
  /** Removes the extension. */
  remove(): Promise<ExtensionState>;
  close(): Promise<void>;
}

/** A gnome-shell without a screen, of 1280 × 800 pixels, with buses and settings of its own and the extension installed. */
export async function startGnome(): Promise<GnomeSession> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-gnome-'));
  const buses = { session: `unix:path=${join(folder, 'bus')}`, system: `unix:path=${join(folder, 'system-bus')}` };
  const { DISPLAY: _, XAUTHORITY: __, AT_SPI_BUS_ADDRESS: ___, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...rest,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: buses.session,
    WAYLAND_DISPLAY: join(folder, 'wayland'),
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_TYPE: 'wayland',
    GDK_BACKEND: 'wayland',
    QT_QPA_PLATFORM: 'wayland',
  };
  const shellEnv = {
    ...env,
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    DBUS_SYSTEM_BUS_ADDRESS: buses.system,
    GSETTINGS_BACKEND: 'keyfile',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[]) =>
    children.push(spawn(command, [...args], { env: shellEnv, stdio: 'ignore' }));
  const close = async () => {
    for (const child of children.reverse()) await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (const address of Object.values(buses)) start('dbus-daemon', ['--session', '--nofork', `--address=${address}`]);
    await until(() => ['bus', 'system-bus'].every((bus) => existsSync(join(folder, bus))));
    await installExtension(shellEnv);
    // Or it greets, over all windows.
    await outputOf('gsettings', ['set', 'org.gnome.shell', 'welcome-dialog-last-shown-version', '999'], shellEnv);
    const monitor = ['--virtual-monitor', '1280x800'];
    start('gnome-shell', ['--headless', ...monitor, '--no-x11', '--wayland-display', 'wayland']);
    await until(() => existsSync(doorOf(env).socket), 60_000);
    return { env: { ...env, DISPLAY: undefined }, remove: () => removeExtension(shellEnv), close };
  } catch (error) {
    await close();
    throw error;
  }
}
