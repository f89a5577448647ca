import type { Desktops } from '#contract/model/engine';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { WindowProvider } from '../../../backend.ts';
import { translatedProvider } from '../translated-provider.ts';
import { ActiveWindow } from './active.ts';
import type { XConnection } from './connection.ts';
import { readIcon } from './icon.ts';
import { parseWindowId } from './ids.ts';
import { actOnWindow, moveToDesktop, moveWindow } from './manage.ts';
import { readNumbers } from './properties.ts';
import { popupAt, sameClient, topLevelAt, topLevelOf } from './stacking.ts';
import { watchWindows } from './watch.ts';
import { listWindows } from './windows.ts';

export function createWindows(x: XConnection, ownProcessIds: () => ReadonlySet<number>): WindowProvider {
  const activeWindow = new ActiveWindow(x);
  const asking = translatedProvider({
    list: (options: { readonly all: boolean; readonly own?: boolean }) => {
      const own = ownProcessIds();
      return listWindows(x, { all: options.all, leaveOut: (id) => !options.own && own.has(id) });
    },
    active: () => activeWindow.read(),
    at: (point: Point) => windowAt(x, point),
    icon: (window: string) => readIcon(x, window),
    desktops: () => readDesktops(x),
    act: (window: string, action: Parameters<WindowProvider['act']>[1]) => actOnWindow(x, window, action),
    move: (window: string, bounds: Parameters<WindowProvider['move']>[1]) => moveWindow(x, window, bounds),
    moveToDesktop: (window: string, desktop: number) => moveToDesktop(x, window, desktop),
  });
  // Starting and stopping to watch answers at once, so it stands outside.
  return { ...asking, watch: (changed) => watchWindows(x, changed) };
}

async function readDesktops(x: XConnection): Promise<Desktops> {
  const [count, current] = await Promise.all([
    readNumbers(x, x.root, '_NET_NUMBER_OF_DESKTOPS'),
    readNumbers(x, x.root, '_NET_CURRENT_DESKTOP'),
  ]);
  return { count: count[0] ?? 1, current: current[0] ?? 0 };
}

/** The window that a press at the point would reach; a menu or list counts for the window of the app it belongs to. */
async function windowAt(x: XConnection, at: Point): Promise<WindowInfo | null> {
  const top = await topLevelAt(x, at);
  if (top === null) return null;
  const windows = await listWindows(x, { all: true, leaveOut: () => false });
  const popup = await popupAt(x, at);
  if (popup) return ownerOf(x, popup.window, windows);
  for (const window of windows) if ((await topLevelOf(x, parseWindowId(window.id))) === top) return window;
  return null;
}

/** The active window of the popup's app, or else its topmost. */
function ownerOf(x: XConnection, popup: number, windows: readonly WindowInfo[]): WindowInfo | null {
  const ofApp = windows.filter((window) => sameClient(x, popup, parseWindowId(window.id)));
  return ofApp.find((window) => window.active) ?? ofApp[0] ?? null;
}
