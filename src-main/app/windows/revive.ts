import type { BrowserWindow } from 'electron';
import type { Log } from '../../base/log.ts';

/** A page that crashes more often than this within {@link countedMs} is not loaded again by itself. */
const mostCrashes = 3;
const countedMs = 60_000;

export interface RevivedPages {
  /** The page again, told that it crashed. */
  readonly afterCrash: string;
  /** What needs no script. */
  readonly plain: string;
}

/** What of a window this needs. */
export type Revivable = Pick<BrowserWindow, 'isDestroyed' | 'loadURL'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'on'>;
};

/**
 * Loads the page of a window again after its process crashed, and a plain page with a link to it after the third crash in a
 * minute: a page that cannot live would be loaded for ever. What is recorded, replayed and served is no part of the page.
 */
export function reviveCrashed(window: Revivable, pages: RevivedPages, log: Log, now: () => number = Date.now): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log('error', `the page of the main window is gone: ${reason}, exit code ${exitCode}`);
    crashes = [...crashes.filter((at) => now() - at < countedMs), now()];
    const next = crashes.length < mostCrashes ? pages.afterCrash : pages.plain;
    if (next === pages.plain) crashes = [];
    // Chromium is still taking down what crashed.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      window.loadURL(next).catch((error: unknown) => log('warn', `${next} could not be loaded`, error));
    });
  });
}
