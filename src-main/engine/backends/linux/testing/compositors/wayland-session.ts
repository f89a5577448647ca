import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { end } from '../../../../testing/programs.ts';
import { connectEngine, outputOf, type XDisplay } from '../x-display.ts';

const startWithinMs = 20_000;

/** A headless Wayland compositor without input devices; X programs run through XWayland. They have no bus. */
export type WaylandSession = Pick<XDisplay, 'engine' | 'backend' | 'env' | 'start' | 'output' | 'close'>;

export async function openWaylandSession(): Promise<WaylandSession> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-wayland-'));
  const children: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv, stderr: 'ignore' | 'pipe') => {
    const child = spawn(command, [...args], { env, stdio: ['ignore', 'ignore', stderr] });
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of [...children].reverse()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { DISPLAY: _, DBUS_SESSION_BUS_ADDRESS: __, ...rest } = process.env;
    const base = { ...rest, XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: 'wayland-test', NO_AT_BRIDGE: '1' };
    const args = ['--backend=headless-backend.so', '--xwayland', '--socket=wayland-test', '--no-config'];
    const weston = start('weston', [...args, '--width=1280', '--height=800'], base, 'pipe');
    const env = { ...base, DISPLAY: await displayOf(weston.stderr) };
    const { engine, backend } = await connectEngine(env);
    return {
      engine,
      backend,
      env,
      start: (command, words = [], more = {}) => start(command, words, { ...env, ...more }, 'ignore'),
      output: (command, words) => outputOf(command, words, env),
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

/** Weston starts XWayland when the first client connects to the display that it logs. */
async function displayOf(log: Readable | null): Promise<string> {
  if (!log) throw new Error('Weston has no log.');
  const tooLate = AbortSignal.timeout(startWithinMs);
  const lines: string[] = [];
  for await (const line of createInterface({ input: log, signal: tooLate })) {
    lines.push(line);
    const display = /xserver listening on display (:\d+)/.exec(line)?.[1];
    if (!display) continue;
    // Its pipe must not fill up.
    log.resume();
    return display;
  }
  throw new Error(`Weston did not start XWayland:\n${lines.join('\n')}`);
}
