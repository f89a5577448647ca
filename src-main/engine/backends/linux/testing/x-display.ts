import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstLine } from '../../../../../scripts/lib/first-line.mjs';
import { startXServer } from '../../../../../scripts/lib/x-server.mjs';
import { createLog } from '../../../../base/log.ts';
import { createLocalEngine } from '../../../process/local-engine.ts';
import type { Engine } from '../../../engine.ts';
import type { Backend } from '../../../backend.ts';
import { createLinuxBackend } from '../index.ts';
import { until } from './apps/target-app.ts';
import { end } from '../../../testing/programs.ts';

export type ManagerName = 'openbox' | 'xfwm4' | 'i3';

/** A separate display, with or without a window manager; programs on it have no bus. */
export interface XDisplay {
  readonly engine: Engine;
  readonly backend: Backend;
  /** The environment for programs on it. */
  readonly env: NodeJS.ProcessEnv;
  readonly server: ChildProcess;
  /** Starts a program; it ends with the display at the latest. */
  start(command: string, args?: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  /** A program's output. @throws if it fails */
  output(command: string, args: readonly string[]): Promise<string>;
  /** Suspends or resumes the window manager. */
  signalManager(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the window manager as a crash does. */
  killManager(): Promise<void>;
  close(): Promise<void>;
}

/** It reports its display on a separate descriptor. */
const saysOn3 = ['ignore', 'ignore', 'ignore', 'pipe'] as const;

/**
 * @param manager none if null
 * @param monitors parts of the screen that count as monitors, as for `xrandr --setmonitor`; managers read them at startup
 */
export async function openXDisplay(
  manager: ManagerName | null,
  monitors: readonly (readonly [name: string, geometry: string])[] = [],
): Promise<XDisplay> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-display-'));
  const children: ChildProcess[] = [];
  const run: Run = (command, args, env, stdio = 'ignore') => {
    const child = spawn(command, [...args], { env, stdio });
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of [...children].reverse()) await end(child);
    // Programs may still be writing into it; only this removal picks up new files on retries.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const { server, display, authority } = await startXServer();
    children.push(server);
    const env = environment(display, authority, folder);
    const output = (command: string, args: readonly string[]) => outputOf(command, args, env);
    // The only output belongs to the first of them.
    for (const [i, part] of monitors.entries())
      await output('xrandr', ['--setmonitor', ...part, i === 0 ? 'screen' : 'none']);
    const managing =
      manager === null ? null : run(manager, managerArgs(manager, folder), await managerEnvironment(manager, env, run));
    const check = async () => /# (0x[0-9a-f]+)/.exec(await output('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK']))?.[1];
    const killManager = async () => {
      const window = await check();
      if (!managing || window === undefined) return;
      await end(managing);
      // The server notices the end of a client after a delay.
      await until(async () => (await output('xwininfo', ['-id', window]).catch(() => null)) === null);
    };
    if (managing) await until(async () => (await check()) !== undefined);
    const { engine, backend } = await connectEngine(env);
    return {
      engine,
      backend,
      env,
      server,
      output,
      start: (command, args = [], more = {}) => run(command, args, { ...env, ...more }),
      signalManager: (signal) => void managing?.kill(signal),
      killManager,
      async close() {
        await engine.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv, stdio?: StdioOptions) => ChildProcess;

/** xfwm4 reads its settings over a bus. */
async function managerEnvironment(manager: ManagerName, env: NodeJS.ProcessEnv, run: Run): Promise<NodeJS.ProcessEnv> {
  if (manager !== 'xfwm4') return env;
  const bus = run('dbus-daemon', ['--session', '--nofork', '--print-address=3'], env, [...saysOn3]);
  return { ...env, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 3, 'dbus-daemon') };
}

function managerArgs(manager: ManagerName, folder: string): readonly string[] {
  if (manager === 'xfwm4') return ['--compositor=off'];
  if (manager === 'openbox') return [];
  // Without a configuration file it asks questions; the first line is the version.
  const file = join(folder, 'i3.conf');
  writeFileSync(file, '# i3 config file (v4)\nfont pango:monospace 8\n');
  return ['-c', file];
}

function environment(display: string, authority: string, folder: string): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
  const own = { DISPLAY: display, XAUTHORITY: authority, XDG_CONFIG_HOME: folder };
  return { ...rest, ...own, NO_AT_BRIDGE: '1', GDK_BACKEND: 'x11' };
}

/** An engine reads its display from the environment, only at startup. */
export async function connectEngine(
  env: NodeJS.ProcessEnv,
): Promise<{ readonly engine: Engine; readonly backend: Backend }> {
  const before = process.env['DISPLAY'];
  process.env['DISPLAY'] = env['DISPLAY'];
  try {
    let backend: Backend | undefined;
    const engine = await createLocalEngine({
      log: createLog('test'),
      backend: async (options) => (backend = await createLinuxBackend(options)),
    });
    if (!backend) throw new Error('The back end was not created.');
    return { engine, backend };
  } finally {
    if (before === undefined) delete process.env['DISPLAY'];
    else process.env['DISPLAY'] = before;
  }
}

/** A program's output. @throws if it fails */
export async function outputOf(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, [...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}.`);
  return Buffer.concat(chunks).toString();
}
