import type { BrowserWindow } from 'electron';
import type { Log } from '../../base/log.ts';

/** A page that crashes more often than this within {@link countedMs} is not loaded again by itself. */
const mostCrashes = 3;
const countedMs = 60_000;

/** A page that has not answered for so long after Chromium noticed is ended, in milliseconds. */
const hungMs = 15_000;

export interface RevivedPages {
  /** The page again, told that it crashed. */
  readonly afterCrash: string;
  /** The page again, told that it stopped responding. */
  readonly afterHang: string;
  /** What needs no script. */
  readonly plain: string;
}

/** What of a window this needs. */
export type Revivable = Pick<BrowserWindow, 'isDestroyed' | 'loadURL'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'on' | 'forcefullyCrashRenderer' | 'isDevToolsOpened'>;
};

/**
 * Loads the page of a window again after its process crashed or stopped responding, and a plain page with a link to it after the
 * third time in a minute: a page that cannot live would be loaded for ever. What is recorded, replayed and served is not part of
 * the page.
 */
export function reviveCrashed(window: Revivable, pages: RevivedPages, log: Log, now: () => number = Date.now): void {
  let crashes: number[] = [];
  const endedAsHung = endHung(window, log);
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log('error', `the page of the main window is gone: ${reason}, exit code ${exitCode}`);
    crashes = [...crashes.filter((at) => now() - at < countedMs), now()];
    const again = endedAsHung() ? pages.afterHang : pages.afterCrash;
    const next = crashes.length < mostCrashes ? again : pages.plain;
    if (next === pages.plain) crashes = [];
    // Chromium is still taking down what crashed.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      window.loadURL(next).catch((error: unknown) => log('warn', `${next} could not be loaded`, error));
    });
  });
}

/** Ends the process of a page that stops responding. Answers how to ask, once for each end, whether that was why. */
function endHung({ webContents }: Revivable, log: Log): () => boolean {
  let ending: NodeJS.Timeout | undefined;
  let ended = false;
  webContents.on('unresponsive', () => {
    clearTimeout(ending);
    ending = setTimeout(() => {
      // A debugger holds it.
      if (webContents.isDevToolsOpened()) return;
      log('error', 'the page of the main window does not respond and is ended');
      ended = true;
      webContents.forcefullyCrashRenderer();
    }, hungMs).unref();
  });
  webContents.on('responsive', () => clearTimeout(ending));
  return () => {
    clearTimeout(ending);
    const was = ended;
    ended = false;
    return was;
  };
}
