import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { flatpakRun } from '#contract/model/flatpak';
import { area, intersect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { sleep } from '../../base/async/deadline.ts';
import { descendantsOf } from '../../base/processes/descendants.ts';
import { programEnvironment } from '../../base/processes/program-environment.ts';
import type { ProgramProvider } from '../backend.ts';
import type { EngineContext, Operation } from '../operations/operation.ts';
import { refuseWhileAsked } from '../guard/asking.ts';
import { refuseAfterEnd } from '../guard/guarded-backend.ts';
import { listAll } from './lookup.ts';

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };
const lookEveryMs = 50;
/** How long only windows of the started process count, before a new window of another new process does, in milliseconds. */
const strangerAfterMs = 1_500;

/** Starts a program and waits for its first window, which may be of a process that it started or handed over to. */
export const launch: Operation<'launch'> = async (context, { command, args, folder }, call) => {
  await refuseWhileAsked(context.backend);
  const before = new Set((await listAll(context)).map((window) => window.id));
  refuseAfterEnd();
  const processId = await (context.backend.programs ?? hostPrograms).start(command, args, folder);
  const started = Date.now();
  for (;;) {
    const fresh = (await listAll(context)).filter((window) => !before.has(window.id));
    const found = await choose(
      context,
      await onScreen(context, fresh),
      { processId, app: flatpakRun(command, args)?.id },
      Date.now() - started > strangerAfterMs,
    );
    if (found) return found;
    const failure = failures.get(processId);
    // A program that hands over to another may fail as well.
    if (failure && Date.now() - failure.at > strangerAfterMs) throw ended(command, failure.how);
    // Early enough to name the program: at the deadline the call ends with a generic error.
    if (Date.now() - started > call.timeoutMs - Math.min(500, call.timeoutMs / 4))
      throw noWindow(command, processId, call.timeoutMs);
    await sleep(lookEveryMs, call.signal);
  }
};

/**
 * Windows with more than one pixel on a screen: LibreOffice first opens a window of one pixel, and Chromium one far off-screen,
 * which they close again.
 */
async function onScreen(context: EngineContext, windows: readonly WindowInfo[]): Promise<readonly WindowInfo[]> {
  if (windows.length === 0) return windows;
  const monitors = await context.backend.monitors();
  const seen = (window: WindowInfo, screen: Rect) => area(intersect(window.bounds, screen) ?? nowhere) > 1;
  return windows.filter((window) => monitors.some(({ bounds }) => seen(window, bounds)));
}

async function choose(
  { backend }: EngineContext,
  fresh: readonly WindowInfo[],
  { processId, app }: { readonly processId: number; readonly app: string | undefined },
  takeStrangers: boolean,
): Promise<WindowInfo | undefined> {
  if (fresh.length === 0) return undefined;
  const descendants = (await backend.programs?.descendants?.(processId)) ?? descendantsOf(processId);
  const family = new Set([processId, ...descendants]);
  const ours = fresh.find((window) => family.has(window.processId)) ?? fresh.find((window) => window.app === app);
  // Some programs hand over to a running instance, which then opens the window.
  return ours ?? (takeStrangers ? fresh[0] : undefined);
}

function noWindow(command: string, processId: number, timeoutMs: number): AppError {
  return new AppError('timeout', `${quoted(command)} was started but opened no window within ${timeoutMs} ms.`, {
    delivery: 'delivered',
    data: { processId },
  });
}

function ended(command: string, how: string): AppError {
  return new AppError('window_not_found', `${quoted(command)} ended (${how}) without opening a window.`, {
    hint: 'Start it in a terminal with the same arguments to see its output.',
    delivery: 'delivered',
  });
}

/** How programs that were started here failed, and when, by their process ids. */
const failures = new Map<number, { readonly how: string; readonly at: number }>();

/** Starts programs like this process: without a shell, inheriting only the environment, and outliving this process. */
const hostPrograms: ProgramProvider = {
  start: (command, args, folder) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, [...args], {
        detached: true,
        stdio: 'ignore',
        env: programEnvironment(),
        cwd: folder,
      });
      child.once('error', (cause) => void notStarted(command, cause, folder).then(reject));
      child.once('spawn', () => {
        const { pid = 0 } = child;
        failures.delete(pid);
        child.once('exit', (code, signal) => {
          if (code !== 0) failures.set(pid, { how: signal ?? `exit code ${code}`, at: Date.now() });
        });
        child.unref();
        resolve(pid);
      });
    }),
};

async function notStarted(command: string, cause: NodeJS.ErrnoException, folder?: string): Promise<AppError> {
  // A missing working directory is reported as a missing program.
  if (folder !== undefined && !(await isFolder(folder))) {
    return new AppError('not_found', `${quoted(command)} could not be started: there is no folder ${quoted(folder)}.`, {
      hint: 'Check the folder, or leave it out.',
      delivery: 'not_delivered',
      cause,
    });
  }
  const why = cause.code === 'ENOENT' ? 'there is no such program' : cause.message;
  return new AppError('not_found', `${quoted(command)} could not be started: ${why}.`, {
    hint: /\s/.test(command)
      ? 'Pass its arguments separately from its name.'
      : 'Check the name, or give the whole path.',
    delivery: 'not_delivered',
    cause,
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
