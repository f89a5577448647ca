import type { Rect } from '#contract/model/geometry';
import type { WindowAction, WindowId } from '#contract/model/window';
import type { XConnection } from './connection.ts';
import { parseWindowId } from './ids.ts';
import { readGeometry } from './window-properties.ts';

/** EWMH: requests of a pager are obeyed where those of an application may be refused as focus stealing. */
const sourcePager = 2;
const iconicState = 3;
const remove = 0;
const add = 1;
/** _NET_MOVERESIZE_WINDOW: gravity NorthWest places the frame's corner; bits 8–11 say which values are given. */
const northWest = 1;

/** Asks the window manager; it answers by doing it. */
export async function actOnWindow(x: XConnection, id: WindowId, action: WindowAction): Promise<void> {
  const window = parseWindowId(id);
  switch (action) {
    case 'focus':
      return tell(x, window, '_NET_ACTIVE_WINDOW', [sourcePager, 0, 0]);
    case 'minimize':
      return tell(x, window, 'WM_CHANGE_STATE', [iconicState]);
    case 'maximize':
      return setMaximized(x, window, add);
    case 'fullscreen':
      return setState(x, window, add, ['_NET_WM_STATE_FULLSCREEN']);
    case 'pinOnTop':
      return setState(x, window, add, ['_NET_WM_STATE_ABOVE']);
    case 'unpin':
      return setState(x, window, remove, ['_NET_WM_STATE_ABOVE']);
    case 'restore':
      await setMaximized(x, window, remove);
      await setState(x, window, remove, ['_NET_WM_STATE_FULLSCREEN']);
      return tell(x, window, '_NET_ACTIVE_WINDOW', [sourcePager, 0, 0]);
    case 'close':
      return tell(x, window, '_NET_CLOSE_WINDOW', [0, sourcePager]);
  }
}

/** Moves and resizes so that the frame stands at `bounds`; missing values stay as they are. */
export async function moveWindow(x: XConnection, id: WindowId, bounds: Partial<Rect>): Promise<void> {
  const window = parseWindowId(id);
  const now = await readGeometry(x, window);
  const frameWidth = now.bounds.width - now.contentBounds.width;
  const frameHeight = now.bounds.height - now.contentBounds.height;
  const values = [
    bounds.x,
    bounds.y,
    bounds.width === undefined ? undefined : Math.max(1, bounds.width - frameWidth),
    bounds.height === undefined ? undefined : Math.max(1, bounds.height - frameHeight),
  ];
  const given = values.reduce<number>((bits, value, i) => (value === undefined ? bits : bits | (1 << (8 + i))), 0);
  const flags = northWest | given | (sourcePager << 12);
  await tell(x, window, '_NET_MOVERESIZE_WINDOW', [flags, ...values.map((value) => value ?? 0)]);
}

function setMaximized(x: XConnection, window: number, change: number): Promise<void> {
  return setState(x, window, change, ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ']);
}

async function setState(x: XConnection, window: number, change: number, states: readonly string[]): Promise<void> {
  const [first = 0, second = 0] = await Promise.all(states.map((state) => x.atom(state)));
  await tell(x, window, '_NET_WM_STATE', [change, first, second, sourcePager]);
}

export async function moveToDesktop(x: XConnection, id: WindowId, desktop: number): Promise<void> {
  await tell(x, parseWindowId(id), '_NET_WM_DESKTOP', [desktop, sourcePager]);
}

async function tell(x: XConnection, window: number, message: string, data: readonly number[]): Promise<void> {
  const type = await x.atom(message);
  x.client.SendClientMessage(x.root, window, type, 32, data);
  await x.sync();
}
