import type { BrowserWindow } from 'electron';
import type { Log } from '../../base/log.ts';

/** A page that crashes more often than this within {@link countedMs} is not reloaded automatically. */
const mostCrashes = 3;
const countedMs = 60_000;

/** A page that has not answered for so long after Chromium noticed is ended, in milliseconds. */
const hungMs = 15_000;

export interface RevivedPages {
  /** The page's address after a crash. */
  readonly afterCrash: string;
  /** The page's address after it stopped responding. */
  readonly afterHang: string;
  /** A page without scripts. */
  readonly plain: string;
}

/** The part of a window that this needs. */
export type Revivable = Pick<BrowserWindow, 'isDestroyed' | 'loadURL'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'on' | 'forcefullyCrashRenderer' | 'isDevToolsOpened'>;
};

/**
 * Reloads a window's page after its process crashed or stopped responding, and shows a plain page with a link to it
 * after the third time in a minute, to avoid an endless loop. Recordings, replays and the server are not part of the
 * page.
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
    // Chromium is still tearing down the crashed page.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      window.loadURL(next).catch((error: unknown) => log('warn', `${next} could not be loaded`, error));
    });
  });
}

/**
 * Ends the process of a page that stops responding. Returns a function that reports, once for each end, whether that
 * was the reason.
 */
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
