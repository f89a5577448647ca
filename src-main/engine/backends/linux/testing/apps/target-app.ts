import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Backend, RawNode, RawTree } from '../../../../backend.ts';
import { end } from '../../../../testing/programs.ts';

/** A real program with its window on the current DISPLAY. */
export interface TargetApp {
  readonly process: ChildProcess;
  /** Its current state. */
  window(): Promise<WindowInfo>;
  end(): Promise<void>;
}

export interface TargetOptions {
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Title of the window, if the app has several or begins with another. */
  readonly title?: RegExp;
  /** What must be in the tree before it is used; by default, more than a few elements. */
  readonly ready?: (nodes: readonly RawNode[]) => boolean;
  /** Milliseconds. */
  readonly startsWithin?: number;
}

/** Starts a program and waits until its window exists and its elements can be read. */
export async function startTarget(
  backend: Backend,
  command: string,
  args: readonly string[] = [],
  options: TargetOptions = {},
): Promise<TargetApp> {
  const { ready = (nodes: readonly RawNode[]) => nodes.length > 5, startsWithin } = options;
  const app = open(backend, command, args, { ...process.env, ...options.env }, options.title);
  return standing(app, async () => ready(allNodes((await readTree(backend, await app.window())).root)), startsWithin);
}

/** A program without accessible elements: galculator without the bridge to the accessibility bus. */
export async function startSilentTarget(backend: Backend): Promise<TargetApp> {
  const app = open(backend, 'galculator', [], { ...process.env, NO_AT_BRIDGE: '1' });
  return standing(app, async () => (await app.window()).title !== '');
}

function open(
  backend: Backend,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  title = /(?:)/,
): TargetApp {
  // A process group: some programs are scripts that start others, which show the window.
  const child = spawn(command, [...args], { stdio: 'ignore', env, detached: true });
  const window = async () => {
    const all = await backend.windows.list({ all: false });
    const found = all.find((each) => groupOf(each.processId) === child.pid && title.test(each.title));
    if (!found) throw new Error(`${command} shows no window.`);
    return found;
  };
  return { process: child, window, end: () => endGroup(child) };
}

/** The process group, 0 for a process that is gone. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function groupOf(processId: number): number {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The name in parentheses may contain anything; after it come state, parent and group.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return 0;
  }
}

async function standing(app: TargetApp, stands: () => Promise<boolean>, within?: number): Promise<TargetApp> {
  try {
    await until(stands, within);
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

/** Polls until the result is true; fails with the last error. */
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

/** Same for all processes that it started, even if the program itself has exited. */
async function endGroup(leader: ChildProcess): Promise<void> {
  try {
    if (leader.pid !== undefined) process.kill(-leader.pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
  await end(leader);
}

/** The system's Python: it has the bindings of GTK and D-Bus. */
export const python = '/usr/bin/python3';

type Script =
  | 'strange_tree.py'
  | 'gtk3_context_menu.py'
  | 'gtk3_drag.py'
  | 'gtk4_drag.py'
  | 'gtk3_order.py'
  | 'gtk3_submenu.py'
  | 'gtk3_views.py'
  | 'gtk3_windows.py'
  | 'gtk3_pages.py'
  | 'gtk3_whole_screen.py'
  | 'gtk4_pages.py'
  | 'gtk4_busy.py'
  | 'gtk4_labels.py'
  | 'gtk4_hidden_rows.py'
  | 'gtk4_order.py'
  | 'qt6_order.py'
  | 'one_button.py'
  | 'qt_presses.py'
  | 'run_dialog.py'
  | 'unlabelled_form.py'
  | 'webkit_page.py'
  | 'covered_gtk3.py'
  | 'covered_gtk4.py';

/** Path of a program in `e2e/target-apps/linux`. */
export function targetScript(name: Script): string {
  return fileURLToPath(new URL(`../../../../../../e2e/target-apps/linux/${name}`, import.meta.url));
}
