import type { XAttributes, XGeometry, XTranslated, XTree } from 'x11';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import type { XConnection } from './connection.ts';
import { isGone } from './failure.ts';
import { readNumbers } from './properties.ts';

/**
 * A window's map state: it and its ancestors are mapped.
 * https://www.x.org/releases/current/doc/xproto/x11protocol.html#requests:GetWindowAttributes
 */
const viewable = 2;
/** A window's class: others are invisible. */
const inputOutput = 1;

/** A menu, drop-down list or tool tip: an unmanaged window. */
export interface Popup {
  readonly window: number;
  readonly bounds: Rect;
}

/**
 * The popup that receives a click at this point, or null for a managed window or the desktop. Click-through windows, such as
 * our outlines, are skipped.
 */
export async function popupAt(x: XConnection, at: Point): Promise<Popup | null> {
  const child = await topLevelAt(x, at);
  if (child === null) return null;
  try {
    const [{ overrideRedirect }, { xPos, yPos, width, height }] = await Promise.all([
      x.ask<XAttributes>((client, done) => client.GetWindowAttributes(child, done)),
      x.ask<XGeometry>((client, done) => client.GetGeometry(child, done)),
    ]);
    if (overrideRedirect === 0) return null;
    return { window: child, bounds: { x: xPos, y: yPos, width, height } };
  } catch (error) {
    // Pop-ups may close meanwhile.
    if (isGone(error)) return null;
    throw error;
  }
}

/** The open popups of a window's app, topmost first, in screen pixels. */
export async function popupsOf(x: XConnection, window: number): Promise<readonly Popup[]> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const ofApp = children.filter((child) => child !== window && sameClient(x, child, window)).reverse();
  const read = await Promise.all(ofApp.map((child) => readPopup(x, child).catch(() => null)));
  return read.filter((popup) => popup !== null);
}

/** Null for a hidden or managed window. */
async function readPopup(x: XConnection, window: number): Promise<Popup | null> {
  const [attributes, geometry] = await Promise.all([
    x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
    x.ask<XGeometry>((client, done) => client.GetGeometry(window, done)),
  ]);
  const isOpen = attributes.mapState === viewable && attributes.overrideRedirect !== 0;
  const bounds = { x: geometry.xPos, y: geometry.yPos, width: geometry.width, height: geometry.height };
  return isOpen ? { window, bounds } : null;
}

/** Kinds of windows that take neither keys nor presses, of any client. */
const mute = ['TOOLTIP', 'NOTIFICATION', 'DND'];

/** Whether a popup takes input, unlike a tool tip, notification or drag icon. */
export async function takesPresses(x: XConnection, window: number): Promise<boolean> {
  return (await popupKind(x, window)) !== 'mute';
}

const menus = ['MENU', 'POPUP_MENU', 'DROPDOWN_MENU', 'COMBO'];

/** What a popup says that it is; `mute` takes neither keys nor presses. */
export type PopupKind = 'menu' | 'mute' | 'unknown';

export async function popupKind(x: XConnection, window: number): Promise<PopupKind> {
  const atoms = (names: readonly string[]) => Promise.all(names.map((name) => x.atom(`_NET_WM_WINDOW_TYPE_${name}`)));
  const [types, ofMute, ofMenus] = await Promise.all([
    readNumbers(x, window, '_NET_WM_WINDOW_TYPE'),
    atoms(mute),
    atoms(menus),
  ]);
  if (types.some((type) => ofMute.includes(type))) return 'mute';
  return types.some((type) => ofMenus.includes(type)) ? 'menu' : 'unknown';
}

/** Whether both windows belong to the same X connection, i.e. the same process. */
export function sameClient(x: XConnection, a: number, b: number): boolean {
  // A client's resource ids share the bits outside the mask, assigned when it connected.
  return (a & ~x.display.resource_mask) === (b & ~x.display.resource_mask);
}

/** The child of the root that receives a click or drop at this point, or null for the desktop itself. */
export async function topLevelAt(x: XConnection, at: Point): Promise<number | null> {
  const { child } = await x.ask<XTranslated>((client, done) =>
    client.TranslateCoordinates(x.root, x.root, at.x, at.y, done),
  );
  if (child === 0) return null;
  return (await showsDragged(x, child)) ? childBelow(x, child, at) : child;
}

/** Whether the window is a drag icon, which follows the pointer and is no drop target. */
async function showsDragged(x: XConnection, window: number): Promise<boolean> {
  const [kinds, dragged] = await Promise.all([
    readNumbers(x, window, '_NET_WM_WINDOW_TYPE').catch((): number[] => []),
    x.atom('_NET_WM_WINDOW_TYPE_DND'),
  ]);
  return kinds.length === 0 ? isDragSurface(x, window) : kinds.includes(dragged);
}

/** GTK 4 (4.8) gives each popup a type but its drag icons, which take drops like windows. Their app owns what is dragged. */
async function isDragSurface(x: XConnection, window: number): Promise<boolean> {
  const aware = await readNumbers(x, window, 'XdndAware').catch((): number[] => []);
  if (aware.length === 0) return false;
  const [{ overrideRedirect }, selection] = await Promise.all([
    x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
    x.atom('XdndSelection'),
  ]);
  if (overrideRedirect === 0) return false;
  const owner = await x.ask<number>((client, done) => client.GetSelectionOwner(selection, done));
  return owner !== 0 && sameClient(x, owner, window);
}

async function childBelow(x: XConnection, upper: number, at: Point): Promise<number | null> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const below = children.slice(0, Math.max(0, children.indexOf(upper))).reverse();
  for (const child of below) if (await isThere(x, child, at)) return child;
  return null;
}

async function isThere(x: XConnection, window: number, at: Point): Promise<boolean> {
  try {
    const [{ mapState, klass }, { xPos, yPos, width, height }] = await Promise.all([
      x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
      x.ask<XGeometry>((client, done) => client.GetGeometry(window, done)),
    ]);
    const isShown = mapState === viewable && klass === inputOutput;
    return isShown && contains({ x: xPos, y: yPos, width, height }, at) && !(await showsDragged(x, window));
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The window manager's frame around a client, or the client itself if it has none. */
export async function topLevelOf(x: XConnection, window: number): Promise<number> {
  for (let current = window; ;) {
    const tree = await x.ask<XTree>((client, done) => client.QueryTree(current, done));
    if (tree.parent === x.root || tree.parent === 0) return current;
    current = tree.parent;
  }
}
