import type { XAttributes, XGeometry, XTree } from 'x11';
import { type Point, intersect, type Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { disposable, DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { WindowProvider } from '../../../../backend.ts';
import { isQuestion } from '../../../../guard/asking.ts';
import { translatedProvider } from '../../errors.ts';
import type { WindowProcess } from '../../processes/window-process.ts';
import type { XConnection } from '../display/connection.ts';
import { parseWindowId } from '../display/ids.ts';
import { readText } from '../display/properties.ts';
import type { ServerClock } from '../display/server-clock.ts';
import { popupAt, sameClient, topLevelAt } from '../display/stacking.ts';
import type { ShapeRectangles } from '../display/extensions.ts';
import { isGone } from '../display/failure.ts';
import { ActiveWindow, KeyReceivers } from './key-receiver.ts';
import { IconCache } from './icon.ts';
import { WindowManager } from './manage.ts';
import { WindowList } from './windows.ts';

export function createWindows(
  x: XConnection,
  clock: ServerClock,
  ownProcessIds: () => ReadonlySet<number>,
): WindowProvider & Disposable {
  const owned = new DisposableStore();
  const list = owned.add(new WindowList(x, clock));
  const icons = owned.add(new IconCache(x));
  const activeWindow = new ActiveWindow(x);
  const receivers = new KeyReceivers(x, activeWindow);
  const manager = new WindowManager(x, list.live);
  type Input<M extends 'list' | 'act' | 'move'> = Parameters<WindowProvider[M]>;
  const asking = translatedProvider({
    list: (...[{ all, everyDesktop, own: withOwn, foreign }]: Input<'list'>) => {
      const own = ownProcessIds();
      const isOwn = (process: WindowProcess) => process.own || own.has(process.processId);
      return list.read({ all, everyDesktop, foreign, leaveOut: (process) => !withOwn && isOwn(process) });
    },
    active: () => activeWindow.read(),
    activeSince: async () => {
      // All changes announced before the answer have arrived.
      const window = await activeWindow.read();
      const time = list.live.activeSince;
      return window !== null && time !== null ? { window, time } : null;
    },
    keyReceiver: () => receivers.read(),
    pointerHolder: (window: WindowInfo) => receivers.pointerHolder(parseWindowId(window.id)),
    asking: async () => {
      const windows = await list.read({ all: true, leaveOut: ({ own }) => !own });
      return windows.find(isQuestion)?.id ?? null;
    },
    at: (point: Point) => windowAt(x, list, point),
    isStrayPopup: async (point: Point) => {
      const [popup, windows] = await Promise.all([popupAt(x, point), everyWindow(list)]);
      const window = popup?.window ?? list.live.popups.at(point);
      return window !== null && !sameClient(x, window, x.display.resource_base) && ownerOf(x, window, windows) === null;
    },
    closedBy: async (press: Parameters<NonNullable<WindowProvider['closedBy']>>[0]) => {
      const popups = await list.live.popups.closedBy(press);
      if (popups.length === 0) return [];
      const windows = await everyWindow(list);
      const kinds = await Promise.all(popups.map(({ kind }) => kind));
      return popups.map(({ window, bounds }, index) => ({
        bounds,
        window: ownerOf(x, window, windows),
        isMenu: kinds[index] === 'menu',
      }));
    },
    popupAt: async (point: Point) => (await popupAt(x, point))?.bounds ?? null,
    coveredBy: (window: WindowInfo) => coveredBy(x, list, window),
    icon: (window: WindowId) => icons.read(window),
    desktops: async () => {
      const { root } = await list.live.read();
      return { count: root.desktopCount, current: root.currentDesktop ?? 0 };
    },
    act: (...[window, action]: Input<'act'>) => manager.act(window, action),
    move: (...[window, bounds]: Input<'move'>) => manager.move(window, bounds),
    moveToDesktop: (window: WindowId, desktop: number) => manager.moveToDesktop(window, desktop),
    showDesktop: (desktop: number) => manager.showDesktop(desktop),
    stoppedManager: () => manager.stopped(),
  });
  // Subscribing answers at once, so it needs no error conversion.
  return { ...asking, watch: (changed) => watch(list, changed), dispose: () => owned.dispose() };
}

function watch({ live }: WindowList, changed: () => void): Disposable {
  const watching = live.watch(changed);
  // Events arrive from the first read on; if that fails, so does the list, which reports the reason.
  live.read().catch(() => undefined);
  return disposable(() => watching.dispose());
}

async function coveredBy(x: XConnection, list: WindowList, { id, contentBounds }: WindowInfo): Promise<string> {
  const windows = await everyWindow(list);
  const top = await coveringTopLevel(x, list.live.topLevelOf(parseWindowId(id)), contentBounds);
  if (top === null) return '';
  const known = windows.find((window) => list.live.topLevelOf(parseWindowId(window.id)) === top);
  return (
    known?.title || known?.app || (await readText(x, top, 'WM_NAME').catch(() => '')) || 'a window without a title'
  );
}

function everyWindow(list: WindowList): Promise<readonly WindowInfo[]> {
  return list.read({ all: true, foreign: true, leaveOut: () => false });
}

/** The window that a press at the point would reach; a menu or list counts as its app's window. */
async function windowAt(x: XConnection, list: WindowList, at: Point): Promise<WindowInfo | null> {
  const [top, popup, windows] = await Promise.all([topLevelAt(x, at), popupAt(x, at), everyWindow(list)]);
  if (top === null) return null;
  if (popup) return ownerOf(x, popup.window, windows);
  return windows.find(({ id }) => list.live.topLevelOf(parseWindowId(id)) === top) ?? null;
}

/** The active window of the popup's app, or else its topmost. */
function ownerOf(x: XConnection, popup: number, windows: readonly WindowInfo[]): WindowInfo | null {
  const ofApp = windows.filter((window) => sameClient(x, popup, parseWindowId(window.id)));
  return ofApp.find((window) => window.active) ?? ofApp[0] ?? null;
}

const inputOutput = 1;

const viewable = 2;

/**
 * The topmost child of the root that is above a window and paints over part of these bounds; null if there is none. Excludes
 * windows of the same client, and the server's own, such as the compositor's overlay, which covers everything.
 */
async function coveringTopLevel(x: XConnection, window: number, bounds: Rect): Promise<number | null> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const above = children.slice(children.indexOf(window) + 1).reverse();
  const strangers = above.filter((child) => !sameClient(x, child, window) && !sameClient(x, child, x.root));
  const covers = await Promise.all(strangers.map((child) => paintsOver(x, child, bounds)));
  return strangers.find((_, i) => covers[i]) ?? null;
}

async function paintsOver(x: XConnection, window: number, bounds: Rect): Promise<boolean> {
  try {
    const [{ klass, mapState }, { xPos, yPos, width, height, borderWidth }] = await Promise.all([
      x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
      x.ask<XGeometry>((client, done) => client.GetGeometry(window, done)),
    ]);
    const outer = { x: xPos, y: yPos, width: width + 2 * borderWidth, height: height + 2 * borderWidth };
    if (klass !== inputOutput || mapState !== viewable || !intersect(outer, bounds)) return false;
    const parts = await shapeOf(x, window);
    const origin = { x: xPos + borderWidth, y: yPos + borderWidth };
    return parts.some(({ x, y, ...size }) => intersect({ x: origin.x + x, y: origin.y + y, ...size }, bounds) !== null);
  } catch (error) {
    // Windows may close meanwhile.
    if (isGone(error)) return false;
    throw error;
  }
}

/** The painted area of a window, relative to its corner. */
async function shapeOf(x: XConnection, window: number): Promise<readonly Rect[]> {
  const shape = await x.extension('shape');
  if (!shape) return [{ x: 0, y: 0, width: 0xffff, height: 0xffff }];
  const { rectangles } = await x.ask<ShapeRectangles>((_, done) =>
    shape.GetRectangles(window, shape.Kind.Bounding, done),
  );
  return rectangles.map(([x, y, width, height]) => ({ x, y, width, height }));
}
