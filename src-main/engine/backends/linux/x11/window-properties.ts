import type { WindowId, WindowState } from '#contract/model/window';
import type { Rect } from '#contract/model/geometry';
import type { XConnection } from './connection.ts';
import { formatWindowId } from './ids.ts';
import { readNumbers, readText } from './properties.ts';

/** What a client and the window manager say about one window. https://specifications.freedesktop.org/wm-spec/ */
export interface WindowProperties {
  readonly title: string;
  readonly className: string;
  readonly processId: number;
  readonly state: WindowState;
  readonly kind: string;
  /** Null on all desktops, or where nobody says. */
  readonly desktop: number | null;
  readonly bounds: Rect;
  readonly contentBounds: Rect;
  readonly alwaysOnTop: boolean;
  readonly demandsAttention: boolean;
  readonly owner: WindowId | null;
  readonly resizable: boolean;
}

const onAllDesktops = 0xffffffff;

/** @throws XFailure BadWindow where the window is gone */
export async function readWindow(x: XConnection, window: number): Promise<WindowProperties> {
  const [title, className, pids, states, kind, desktops, geometry, owner, resizable] = await Promise.all([
    readTitle(x, window),
    readText(x, window, 'WM_CLASS'),
    readNumbers(x, window, '_NET_WM_PID'),
    readStates(x, window),
    readKind(x, window),
    readNumbers(x, window, '_NET_WM_DESKTOP'),
    readGeometry(x, window),
    readNumbers(x, window, 'WM_TRANSIENT_FOR'),
    readResizable(x, window),
  ]);
  const desktop = desktops[0] ?? onAllDesktops;
  return {
    title,
    // Instance and class, both closed by a NUL; the class is what names the application.
    className: className.split('\0')[1] ?? '',
    processId: pids[0] ?? 0,
    ...states,
    kind,
    owner: owner[0] ? formatWindowId(owner[0]) : null,
    resizable,
    desktop: desktop === onAllDesktops ? null : desktop,
    ...geometry,
  };
}

async function readTitle(x: XConnection, window: number): Promise<string> {
  const [modern, old] = await Promise.all([readText(x, window, '_NET_WM_NAME'), readText(x, window, 'WM_NAME')]);
  return modern || old;
}

async function readStates(x: XConnection, window: number) {
  const states = new Set(await readNumbers(x, window, '_NET_WM_STATE'));
  const has = async (name: string) => states.has(await x.atom(`_NET_WM_STATE_${name}`));
  return {
    state: await stateOf(has),
    alwaysOnTop: await has('ABOVE'),
    demandsAttention: await has('DEMANDS_ATTENTION'),
  };
}

async function stateOf(has: (name: string) => Promise<boolean>): Promise<WindowState> {
  if (await has('HIDDEN')) return 'minimized';
  if (await has('FULLSCREEN')) return 'fullscreen';
  return (await has('MAXIMIZED_VERT')) && (await has('MAXIMIZED_HORZ')) ? 'maximized' : 'normal';
}

/** WM_NORMAL_HINTS, ICCCM 4.1.2.3: flags, four unused values, least and greatest width and height. */
async function readResizable(x: XConnection, window: number): Promise<boolean> {
  const [flags = 0, , , , , minWidth, minHeight, maxWidth, maxHeight] = await readNumbers(x, window, 'WM_NORMAL_HINTS');
  const bothSizes = 0x30;
  return (flags & bothSizes) !== bothSizes || minWidth !== maxWidth || minHeight !== maxHeight;
}

const kinds = [
  ...['NORMAL', 'DIALOG', 'UTILITY', 'MENU', 'TOOLBAR', 'SPLASH', 'DOCK', 'DESKTOP'],
  ...['DROPDOWN_MENU', 'POPUP_MENU', 'TOOLTIP', 'NOTIFICATION', 'COMBO', 'DND'],
];

async function readKind(x: XConnection, window: number): Promise<string> {
  const [types, transientFor] = await Promise.all([
    readNumbers(x, window, '_NET_WM_WINDOW_TYPE'),
    readNumbers(x, window, 'WM_TRANSIENT_FOR'),
  ]);
  const atoms = await Promise.all(kinds.map((kind) => x.atom(`_NET_WM_WINDOW_TYPE_${kind}`)));
  // The client lists types in order of preference; unknown ones are skipped.
  const known = types.map((type) => kinds[atoms.indexOf(type)]).find((kind) => kind !== undefined);
  return (known ?? (transientFor[0] ? 'DIALOG' : 'NORMAL')).toLowerCase().replaceAll('_', '-');
}

/** With and without the frame. Clients that draw their own frame and shadow say how much of the window is shadow. */
export async function readGeometry(x: XConnection, window: number): Promise<{ bounds: Rect; contentBounds: Rect }> {
  const [size, origin, frame, shadow] = await Promise.all([
    x.ask<{ width: number; height: number }>((client, done) => client.GetGeometry(window, done)),
    x.ask<{ destX: number; destY: number }>((client, done) => client.TranslateCoordinates(window, x.root, 0, 0, done)),
    readNumbers(x, window, '_NET_FRAME_EXTENTS'),
    readNumbers(x, window, '_GTK_FRAME_EXTENTS'),
  ]);
  const whole = { x: origin.destX, y: origin.destY, width: size.width, height: size.height };
  const contentBounds = grow(whole, shadow, -1);
  return { contentBounds, bounds: grow(contentBounds, frame, 1) };
}

/** @param extents left, right, top, bottom, as EWMH orders them */
function grow(rect: Rect, extents: readonly number[], sign: 1 | -1): Rect {
  const [left = 0, right = 0, top = 0, bottom = 0] = extents.map((extent) => extent * sign);
  return {
    x: rect.x - left,
    y: rect.y - top,
    width: Math.max(0, rect.width + left + right),
    height: Math.max(0, rect.height + top + bottom),
  };
}
