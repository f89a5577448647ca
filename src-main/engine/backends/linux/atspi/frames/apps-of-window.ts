import type { WindowInfo } from '#contract/model/windows/window';
import { flatpakAppOf, isBusProxy, isInOtherNamespace } from '../../processes/sandbox.ts';
import type { App } from '../bus/apps.ts';

/** The accessible apps that may own a window. */
export interface AppsOfWindow {
  readonly apps: readonly App[];
  /** Only the title and place of a frame identify the window, so both must match, in exactly one app. */
  readonly isByFrame: boolean;
}

const none: AppsOfWindow = { apps: [], isByFrame: false };

/**
 * Matches by process id, which both sides report. For a sandboxed app, the bus sees only its proxy: a Flatpak proxy names the
 * app and its instance; other sandboxes' proxies name nothing.
 */
export async function appsOfWindow(
  all: readonly App[],
  window: WindowInfo,
  windows: () => Promise<readonly WindowInfo[]>,
): Promise<AppsOfWindow> {
  const { processId, program } = window;
  const ofProcess = processId === 0 ? [] : all.filter((app) => app.processId === processId);
  if (ofProcess.length > 0) return { apps: ofProcess, isByFrame: window.isProcessClaimed === true };
  // A process id unknown here may be reused by another process here.
  if (processId !== 0 && program === undefined) return none;
  const flatpak = flatpakAppOf(processId);
  if (flatpak) {
    const apps = all.filter((app) => flatpakAppOf(app.processId)?.instance === flatpak.instance);
    return { apps, isByFrame: apps.length > 1 };
  }
  if (processId !== 0 && isInOtherNamespace(processId) === false) return none;
  const proxies = all.filter((app) => isBusProxy(app.processId));
  if (proxies.length === 0) return none;
  const runs = new Set((await windows()).map((each) => flatpakAppOf(each.processId)?.instance));
  const apps = proxies.filter((app) => {
    const run = flatpakAppOf(app.processId)?.instance;
    return run === undefined || !runs.has(run);
  });
  return { apps, isByFrame: true };
}
