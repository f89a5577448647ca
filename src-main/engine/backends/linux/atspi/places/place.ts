import { isEmpty, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import type { Frame } from '../frames/frame.ts';
import { type PartOffset, noOffset, type Known, type Offset } from './offset.ts';

/**
 * GTK 4 draws its own border around the content; on each side it is half the size difference between window and frame object
 * (measured with 4.8, 4.18 and 4.24 under openbox). The frame and all its descendants are offset from the content by that
 * border.
 */
export function offsetOf(toolkit: Toolkit, window: WindowInfo, frame: Rect): Offset {
  if (toolkit.scalesBy) return scaledOffset(window[toolkit.scalesBy], frame, toolkit.shadow);
  if (toolkit.origin !== 'content') return noOffset;
  const content = window.contentBounds;
  const scale = wholeScale(content, frame);
  return {
    x: content.x + Math.round((content.width - frame.width * scale) / 2) - 2 * frame.x * scale,
    y: content.y + Math.round((content.height - frame.height * scale) / 2) - 2 * frame.y * scale,
    ...(scale > 1 && { scale }),
  };
}

/** On X11, GTK 4 uses integer scales (`GDK_SCALE`), and its border is no wider than that of an undecorated window. */
function wholeScale(content: Rect, frame: Rect): number {
  if (isEmpty(frame)) return 1;
  const [across, down] = [content.width / frame.width, content.height / frame.height];
  const scale = Math.round(Math.min(across, down));
  const isScaled = scale > 1 && scale <= scales.most && Math.max(across, down) - scale < borderOfScale * scale;
  return isScaled && Math.min(across, down) >= scale * (1 - sameScale) ? scale : 1;
}

/** Lower: perhaps a frame that lags behind its window; higher: an implausible scale. */
const scales = { least: 1.1, most: 5 };
/** Of 97 dots per inch, for apps that scale by exactly that, as Okular 22.12 and Chromium 156 do. */
const leastExact = 1.01;
/** Maximum relative difference between horizontal and vertical scale, since units are integers. */
const sameScale = 0.02;
/** Maximum border of a window relative to its scaled frame. */
const borderOfScale = 0.1;

/** An app that scales its drawing reports a frame smaller than its window by the same factor in both directions. */
function scaledOffset(bounds: Rect, frame: Rect, shadow = 0): Offset {
  const inner = { ...frame, x: frame.x + shadow, width: frame.width - 2 * shadow, height: frame.height - shadow };
  const exact = [inner, frame].find((each) => isScaled(bounds, each));
  const [across, down] = [bounds.width / frame.width, bounds.height / frame.height];
  const isLarge = across > scales.least && across < scales.most && Math.abs(across - down) < sameScale * across;
  const shown = exact ?? (isLarge ? frame : null);
  if (!shown) return noOffset;
  const scale = scaleOf(bounds, shown);
  return { x: bounds.x - Math.round(shown.x * scale), y: bounds.y - Math.round(shown.y * scale), scale };
}

function scaleOf(bounds: Rect, frame: Rect): number {
  return (bounds.width + bounds.height) / (frame.width + frame.height);
}

/** Whether place and size are those of the frame at some scale, but for rounding to units, which makes the scale inexact too. */
function isScaled(bounds: Rect, frame: Rect): boolean {
  const scale = scaleOf(bounds, frame);
  const half = (frame.width + frame.height) / 2;
  const fits = (side: keyof Rect) =>
    Math.abs(bounds[side] - frame[side] * scale) <= 1.5 * scale * (1 + Math.abs(frame[side]) / half);
  return scale > leastExact && scale < scales.most && (['x', 'y', 'width', 'height'] as const).every(fits);
}

/** For a window whose first child fills its content, whatever position that child reports. @throws DBusFailure if it is gone */
export async function offsetOfPane(
  accessibles: Accessibles,
  frame: Ref,
  { contentBounds: content }: WindowInfo,
  signal: AbortSignal,
): Promise<Offset> {
  const [pane] = await accessibles.children(frame, signal);
  const stated = pane && placeOf(await accessibles.extents(pane, signal), noOffset);
  if (!stated) return noOffset;
  const scaled = scaledOffset(content, stated);
  return scaled.scale === undefined ? { x: content.x - stated.x, y: content.y - stated.y } : scaled;
}

/** Toolkits use this value for meaningless coordinates and sizes. */
const absurd = 100_000;

/** Screen pixels, or null for an element without bounds: hidden ones report absurd or empty rectangles. */
export function placeOf({ x, y, width, height }: Rect, { x: right, y: down, scale = 1 }: Offset): Rect | null {
  if (width <= 0 || height <= 0 || width > absurd || height > absurd) return null;
  if (Math.abs(x) > absurd || Math.abs(y) > absurd) return null;
  const [from, to] = [scaled({ x, y }, scale), scaled({ x: x + width, y: y + height }, scale)];
  return { x: from.x + right, y: from.y + down, width: to.x - from.x, height: to.y - from.y };
}

/**
 * Same for a window's root. In GTK 4 the root begins at its own border, to which its elements are relative: one border closer
 * to the corner than they are.
 */
export function placeOfRoot({ origin }: Toolkit, { x, y, width, height }: Rect, offset: Offset): Rect | null {
  const own = origin === 'content' ? { x: 2 * x, y: 2 * y, width, height } : { x, y, width, height };
  return placeOf(own, offset);
}

/** A screen point in the app's coordinates. */
export function toUnits({ x, y }: Point, { x: right, y: down, scale = 1 }: Offset): Point {
  return scaled({ x: x - right, y: y - down }, 1 / scale);
}

function scaled({ x, y }: Point, scale: number): Point {
  return { x: Math.round(x * scale), y: Math.round(y * scale) };
}

/** LibreOffice draws none of its menus: GTK does, and the app's own menus are invisible duplicates next to them. */
const duplicated = roleSet('menu bar', 'menu', 'menu item', 'check menu item', 'radio menu item');

/** Screen pixels; null without bounds, `unseen` for what is never on the screen regardless of its states. */
export type Place = Rect | 'unseen' | null;

/**
 * Bounds of an element.
 * @throws DBusFailure if it is gone
 */
export function readPlace(
  accessibles: Accessibles,
  frame: Frame,
  element: Known & { readonly ref: Ref },
  signal: AbortSignal,
): Promise<Place> {
  return new Promise((resolve, reject) => requestPlace(accessibles, frame, element, signal, resolve, reject));
}

/** Same with as few promises as possible: one of the two functions is called once. They must not throw. */
export function requestPlace(
  accessibles: Accessibles,
  frame: Frame,
  element: Known & { readonly ref: Ref },
  signal: AbortSignal,
  resolve: (place: Place) => void,
  reject: (error: unknown) => void,
): void {
  const { ref, role } = element;
  if (sameRef(ref, frame.ref)) {
    resolve(frame.place);
    return;
  }
  const question = accessibles.extentsOf(ref);
  const part = frame.parts?.offsetOf(ref, signal, element) ?? null;
  if (part instanceof Promise) {
    Promise.all([accessibles.ask(ref, question, signal), part])
      .then(([found, offset]) => placeAt(frame, found, offset, role))
      .then(resolve, reject);
    return;
  }
  accessibles.request(ref, question, signal, (found) => resolve(placeAt(frame, found, part, role)), reject);
}

function placeAt(frame: Frame, found: Rect, part: PartOffset | null, role: number | undefined): Place {
  const offset = part ?? frame.offset;
  if (offset === 'nowhere') return frame.toolkit.sizelessIsUnseen && isEmpty(found) ? 'unseen' : null;
  if (offset.within) return offset.within;
  const isDuplicate = offset.drawn && role !== undefined && duplicated.has(role);
  return isDuplicate ? 'unseen' : seen(frame, found, offset, role);
}

const docks = roleSet('frame');
/** The role of docks in Qt 6.11, among others. */
const panels = roleSet('panel');

function seen({ toolkit, place: frame }: Frame, extents: Rect, offset: Offset, role: number | undefined): Place {
  if (toolkit.sizelessIsUnseen && isEmpty(extents)) return 'unseen';
  const place = placeOf(extents, offset);
  // X has no screen left of or above its origin. Qt puts tabbed-away docks there and reports them as showing; other elements
  // there are scrolled away.
  if (!place) return null;
  const isLeft = place.x + place.width <= Math.min(0, frame.x);
  const isAbove = place.y + place.height <= Math.min(0, frame.y);
  const mayScroll = toolkit.hidesOutside || toolkit.scrollsOffScreen;
  const isDock = !mayScroll || (role !== undefined && docks.has(role));
  // Scrolled elements are rarely off both edges.
  const isHidden = isDock ? isLeft || isAbove : isLeft && isAbove && role !== undefined && panels.has(role);
  return isHidden ? 'unseen' : place;
}

/** The offset of this element; that of its window if unknown. @throws DBusFailure if it is gone */
export async function offsetFor(frame: Frame, ref: Ref, signal: AbortSignal): Promise<Offset> {
  const offset = (await frame.parts?.offsetOf(ref, signal)) ?? frame.offset;
  return offset === 'nowhere' ? frame.offset : offset;
}

/** Greatest difference due to rounding to units, in pixels. */
const roundedBy = 8;

/** Whether the app takes its window to be elsewhere: Java if the window manager moves and resizes a window at once. */
export function isMisplaced({ toolkit, offset: { x, y } }: Pick<Frame, 'toolkit' | 'offset'>): boolean {
  return toolkit.origin === 'pane' && Math.max(Math.abs(x), Math.abs(y)) > roundedBy;
}
