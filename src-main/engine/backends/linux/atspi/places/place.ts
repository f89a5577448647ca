import { isEmpty, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import type { Frame } from '../frames/frame.ts';
import { type PartOffset, noOffset, type Known, type Offset } from './offset.ts';

/**
 * GTK 4 draws its own border around the content, as wide on each side as half of what the frame object is smaller than
 * its window (measured with 4.8, 4.18 and 4.24 under openbox). The frame begins beside the content by the same, and so do all
 * that are in it, beside the frame.
 */
export function offsetOf(toolkit: Toolkit, window: WindowInfo, frame: Rect): Offset {
  if (toolkit.scalesBy) return scaledOffset(window[toolkit.scalesBy], frame);
  if (toolkit.origin !== 'content') return noOffset;
  const content = window.contentBounds;
  const scale = wholeScale(content, frame);
  return {
    x: content.x + Math.round((content.width - frame.width * scale) / 2) - 2 * frame.x * scale,
    y: content.y + Math.round((content.height - frame.height * scale) / 2) - 2 * frame.y * scale,
    ...(scale > 1 && { scale }),
  };
}

/** GTK 4 knows whole scales on X11 (`GDK_SCALE`), and its border is no wider than that of a window without one. */
function wholeScale(content: Rect, frame: Rect): number {
  if (isEmpty(frame)) return 1;
  const [across, down] = [content.width / frame.width, content.height / frame.height];
  const scale = Math.round(Math.min(across, down));
  const isScaled = scale > 1 && scale <= scales.most && Math.max(across, down) - scale < borderOfScale * scale;
  return isScaled && Math.min(across, down) >= scale * (1 - sameScale) ? scale : 1;
}

/** Less is a frame that does not follow its window yet; more is no scale that a person would want. */
const scales = { least: 1.1, most: 5 };
/** How far the scales across and down may be apart, as a part of them: units are whole. */
const sameScale = 0.02;
/** How much larger than the scaled frame a window may be for its border, as a part of the frame. */
const borderOfScale = 0.1;

/** An app that scales what it draws reports a frame that is smaller than its window, as much across as down. */
function scaledOffset(bounds: Rect, frame: Rect): Offset {
  const [across, down] = [bounds.width / frame.width, bounds.height / frame.height];
  const isScaled = across > scales.least && across < scales.most && Math.abs(across - down) < sameScale * across;
  if (!isScaled) return noOffset;
  const scale = (bounds.width + bounds.height) / (frame.width + frame.height);
  return { x: bounds.x - Math.round(frame.x * scale), y: bounds.y - Math.round(frame.y * scale), scale };
}

/** For a window whose first child fills its content, wherever that child claims to be. @throws DBusFailure if it is gone */
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

/** Toolkits use this value for coordinates and sizes without meaning. */
const absurd = 100_000;

/** Screen pixels, or null for an element that has no place: hidden ones are given absurd or empty rectangles. */
export function placeOf({ x, y, width, height }: Rect, { x: right, y: down, scale = 1 }: Offset): Rect | null {
  if (width <= 0 || height <= 0 || width > absurd || height > absurd) return null;
  if (Math.abs(x) > absurd || Math.abs(y) > absurd) return null;
  const [from, to] = [scaled({ x, y }, scale), scaled({ x: x + width, y: y + height }, scale)];
  return { x: from.x + right, y: from.y + down, width: to.x - from.x, height: to.y - from.y };
}

/**
 * The same of a window's root. In GTK 4 that begins where its own border does, beside which all in it is reported: once nearer to
 * the corner than they.
 */
export function placeOfRoot({ origin }: Toolkit, { x, y, width, height }: Rect, offset: Offset): Rect | null {
  const own = origin === 'content' ? { x: 2 * x, y: 2 * y, width, height } : { x, y, width, height };
  return placeOf(own, offset);
}

/** A point of the screen as the app counts it. */
export function toUnits({ x, y }: Point, { x: right, y: down, scale = 1 }: Offset): Point {
  return scaled({ x: x - right, y: y - down }, 1 / scale);
}

function scaled({ x, y }: Point, scale: number): Point {
  return { x: Math.round(x * scale), y: Math.round(y * scale) };
}

/** LibreOffice draws none of its menus: GTK does, and the app's own are next to them as duplicates that nobody sees. */
const duplicated = roleSet('menu bar', 'menu', 'menu item', 'check menu item', 'radio menu item');

/**
 * Bounds of an element in screen pixels; null if it has none, `unseen` if it is never on the screen regardless of its states.
 * @throws DBusFailure if it is gone
 */
export function readPlace(
  accessibles: Accessibles,
  frame: Frame,
  element: Known & { readonly ref: Ref },
  signal: AbortSignal,
): Promise<Rect | 'unseen' | null> {
  const { ref, role } = element;
  if (sameRef(ref, frame.ref)) return Promise.resolve(frame.place);
  const extents = accessibles.extents(ref, signal);
  // Asked by the thousand: where all count from one place, one promise is enough.
  if (!frame.parts) return extents.then((found) => seen(frame, found, frame.offset, role));
  return Promise.all([extents, partOffset(frame, ref, signal, element)]).then(([found, offset]) => {
    if (offset === 'nowhere') return frame.toolkit.sizelessIsUnseen && isEmpty(found) ? 'unseen' : null;
    const isDuplicate = offset.drawn && role !== undefined && duplicated.has(role);
    return isDuplicate ? 'unseen' : seen(frame, found, offset, role);
  });
}

const docks = roleSet('frame');
/** What docks are in Qt 6.11, and much else. */
const panels = roleSet('panel');

function seen(
  { toolkit, place: frame }: Frame,
  extents: Rect,
  offset: Offset,
  role: number | undefined,
): Rect | 'unseen' | null {
  if (toolkit.sizelessIsUnseen && isEmpty(extents)) return 'unseen';
  const place = placeOf(extents, offset);
  // X has no screen left of and above its origin. Qt puts the docks that others hide there, and calls them showing; what else is
  // there was scrolled.
  if (!place) return null;
  const isLeft = place.x + place.width <= Math.min(0, frame.x);
  const isAbove = place.y + place.height <= Math.min(0, frame.y);
  const isDock = !toolkit.hidesOutside || (role !== undefined && docks.has(role));
  // What was scrolled is seldom both.
  const isHidden = isDock ? isLeft || isAbove : isLeft && isAbove && role !== undefined && panels.has(role);
  return isHidden ? 'unseen' : place;
}

/** What to add to this element's extents; that of its window if this is unknown. @throws DBusFailure if it is gone */
export async function offsetFor(frame: Frame, ref: Ref, signal: AbortSignal): Promise<Offset> {
  const offset = await partOffset(frame, ref, signal);
  return offset === 'nowhere' ? frame.offset : offset;
}

async function partOffset(frame: Frame, ref: Ref, signal: AbortSignal, known?: Known): Promise<PartOffset> {
  return (await frame.parts?.offsetOf(ref, signal, known)) ?? frame.offset;
}
