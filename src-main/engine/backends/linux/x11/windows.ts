import { monitorOf, type Monitor } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/window';
import type { XAttributes, XTree } from 'x11';
import type { XConnection } from './connection.ts';
import { executableOf } from './executable.ts';
import { badWindow, badDrawable, XFailure } from './failure.ts';
import { formatWindowId } from './ids.ts';
import { listMonitors } from './monitors.ts';
import { readNumbers } from './properties.ts';
import { readWindow } from './window-properties.ts';

/** Kinds that are part of the desktop's furniture rather than windows a person works in. */
const furniture = new Set(['dock', 'desktop', 'notification', 'tooltip', 'dnd']);

/** Topmost first. Without `all`: only what a person works in, on the desktop that is shown. */
export async function listWindows(
  x: XConnection,
  options: { readonly all: boolean; readonly leaveOut: (processId: number) => boolean },
): Promise<readonly WindowInfo[]> {
  const [ids, active, current, monitors] = await Promise.all([
    managedWindows(x),
    readNumbers(x, x.root, '_NET_ACTIVE_WINDOW'),
    readNumbers(x, x.root, '_NET_CURRENT_DESKTOP'),
    listMonitors(x),
  ]);
  const read = await Promise.all(ids.map((id) => describe(x, id, active[0] ?? 0, monitors)));
  return read.filter((window): window is WindowInfo => {
    if (window === null) return false;
    if (options.leaveOut(window.processId)) return false;
    if (options.all) return true;
    if (furniture.has(window.kind)) return false;
    return window.desktop === null || window.desktop === (current[0] ?? window.desktop);
  });
}

/** The windows the window manager manages, topmost first. */
async function managedWindows(x: XConnection): Promise<readonly number[]> {
  const stacking = await readNumbers(x, x.root, '_NET_CLIENT_LIST_STACKING', 1 << 16);
  return stacking.length > 0 ? stacking.reverse() : unmanagedWindows(x);
}

/** Without a window manager, clients stand directly below the root. */
async function unmanagedWindows(x: XConnection): Promise<readonly number[]> {
  const manager = await readNumbers(x, x.root, '_NET_SUPPORTING_WM_CHECK');
  if (manager.length > 0) return [];
  const tree = await x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const shown = await Promise.all(
    tree.children.map((id) =>
      x
        .ask<XAttributes>((client, done) => client.GetWindowAttributes(id, done))
        .then(
          (attributes) => attributes.mapState !== 0 && attributes.overrideRedirect === 0,
          () => false,
        ),
    ),
  );
  return tree.children.filter((_, i) => shown[i]).reverse();
}

async function describe(
  x: XConnection,
  id: number,
  active: number,
  monitors: readonly Monitor[],
): Promise<WindowInfo | null> {
  try {
    const properties = await readWindow(x, id);
    return {
      id: formatWindowId(id),
      app: executableOf(properties.processId),
      active: id === active,
      toolkit: '',
      monitor: monitorOf(monitors, properties.bounds),
      ...properties,
    };
  } catch (error) {
    // It was closed while we were reading.
    if (error instanceof XFailure && (error.errorNumber === badWindow || error.errorNumber === badDrawable))
      return null;
    throw error;
  }
}
