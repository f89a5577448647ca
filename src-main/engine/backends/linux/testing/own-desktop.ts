import { spawn, type ChildProcess } from 'node:child_process';
import { vi } from 'vitest';
import { startVirtualDesktop, type VirtualDesktop } from '../../../../../scripts/lib/virtual-desktop.mjs';
import { run } from '../../../../../scripts/lib/run.mjs';

/** A virtual desktop that a test may disrupt, since no other test shares it. */
export interface OwnDesktop extends VirtualDesktop {
  /** Whether apps started from now on find accessibility on. */
  setAccessibility(on: boolean): Promise<void>;
  /** Starts a program on it, until the desktop ends. */
  start(command: string, args?: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
}

/** Switches this process to the new desktop until it is closed. */
export async function openOwnDesktop(): Promise<OwnDesktop> {
  const desktop = await startVirtualDesktop();
  for (const name of ['DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'AT_SPI_BUS_ADDRESS'])
    vi.stubEnv(name, desktop.env[name]);
  const children: ChildProcess[] = [];
  return {
    ...desktop,
    async setAccessibility(on) {
      const property = ['org.a11y.Status', 'IsEnabled'].map((name) => `string:${name}`);
      const call = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
      const set = ['org.freedesktop.DBus.Properties.Set', ...property, `variant:boolean:${String(on)}`];
      const { code, output } = await run('dbus-send', [...call, ...set], { env: desktop.env });
      if (code !== 0) throw new Error(output);
    },
    start(command, args = [], env = {}) {
      const child = spawn(command, [...args], { stdio: 'ignore', env: { ...desktop.env, ...env } });
      children.push(child);
      return child;
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await desktop.close();
      vi.unstubAllEnvs();
    },
  };
}
