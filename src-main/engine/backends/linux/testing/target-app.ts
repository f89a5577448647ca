import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WindowInfo } from '#contract/model/window';
import type { Backend, RawNode, RawTree } from '../../../backend.ts';

/** A real program with its window on the current DISPLAY. */
export interface TargetApp {
  readonly process: ChildProcess;
  /** As it is now. */
  window(): Promise<WindowInfo>;
  end(): Promise<void>;
}

export interface TargetOptions {
  /** Beside this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program and waits until its window stands and its elements can be read. */
export async function startTarget(
  backend: Backend,
  command: string,
  args: readonly string[] = [],
  options: TargetOptions = {},
): Promise<TargetApp> {
  return standing(open(backend, command, args, { ...process.env, ...options.env }), async (app) => {
    return (await readTree(backend, await app.window())).nodeCount > 5;
  });
}

/** A program that offers no accessible elements: galculator without the bridge to the accessibility bus. */
export async function startSilentTarget(backend: Backend): Promise<TargetApp> {
  return standing(open(backend, 'galculator', [], { ...process.env, NO_AT_BRIDGE: '1' }), async (app) => {
    return (await app.window()).title !== '';
  });
}

function open(backend: Backend, command: string, args: readonly string[], env: NodeJS.ProcessEnv): TargetApp {
  const child = spawn(command, [...args], { stdio: 'ignore', env });
  const window = async () => {
    const found = (await backend.windows.list({ all: false })).find((each) => each.processId === child.pid);
    if (!found) throw new Error(`${command} shows no window.`);
    return found;
  };
  return { process: child, window, end: () => end(child) };
}

async function standing(app: TargetApp, stands: (app: TargetApp) => Promise<boolean>): Promise<TargetApp> {
  try {
    await until(() => stands(app));
    return app;
  } catch (error) {
    await app.end();
    throw error;
  }
}

export function readTree(backend: Backend, window: WindowInfo): Promise<RawTree> {
  return backend.elements.walk(window, null, { depth: 200, maxNodes: 50_000, signal: AbortSignal.timeout(10_000) });
}

export function allNodes(root: RawNode): RawNode[] {
  return [root, ...(root.children ?? []).flatMap(allNodes)];
}

/** Asks until the answer is true; fails with the last error. */
export async function until(holds: () => Promise<boolean> | boolean, timeoutMs = 15_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    let failure: unknown = new Error('It did not come to hold in time.');
    try {
      if (await holds()) return;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) throw failure;
    await sleep(50);
  }
}

/** Kills a program and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
