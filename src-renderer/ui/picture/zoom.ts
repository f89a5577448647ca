import type { Point, Rect, Size } from '#contract/model/geometry';

/** How large a picture is shown: as its frame allows, or a factor with the part of the picture in the frame's middle. */
export type Zoom = 'fit' | ZoomedTo;

export interface ZoomedTo {
  /** CSS pixels per pixel of the picture. */
  readonly factor: number;
  /** Share of the picture's width and height, from 0 to 1. */
  readonly centre: Point;
}

/** Placement of a picture in its frame, in CSS pixels. `factor` is CSS pixels per pixel of the picture. */
export interface Placement extends Size {
  readonly left: number;
  readonly top: number;
  readonly factor: number;
}

export const maxFactor = 4;
/** Larger, a small window is blurred more than it is easier to see. */
const maxFit = 2;
const minFactor = 0.05;

/** CSS pixels around a picture; the zoom tools have their place there, except in a small frame. */
function marginIn(frame: Size): number {
  return Math.min(28, frame.width / 8, frame.height / 8);
}

/** Fitted and centred; or zoomed, with the centre as far as the picture reaches. */
export function placePicture(picture: Size, frame: Size, zoom: Zoom): Placement {
  const factor = zoom === 'fit' ? fitting(picture, frame) : zoom.factor;
  const size = { width: picture.width * factor, height: picture.height * factor };
  const centre = zoom === 'fit' ? { x: 0.5, y: 0.5 } : zoom.centre;
  const margin = marginIn(frame);
  return {
    ...size,
    factor,
    left: start(size.width, frame.width, centre.x, margin),
    top: start(size.height, frame.height, centre.y, margin),
  };
}

function fitting(picture: Size, frame: Size): number {
  const margin = marginIn(frame);
  const room = Math.min((frame.width - 2 * margin) / picture.width, (frame.height - 2 * margin) / picture.height);
  return Math.max(minFactor, Math.min(room, maxFit));
}

function start(length: number, frame: number, centre: number, margin: number): number {
  if (length + 2 * margin <= frame) return (frame - length) / 2;
  return Math.min(margin, Math.max(frame - margin - length, frame / 2 - centre * length));
}

/** Zooms to a factor, with what is at a point of the frame kept there. */
export function zoomTo(wanted: number, at: Point, place: Placement, frame: Size): Zoom {
  const picture = { width: place.width / place.factor, height: place.height / place.factor };
  const fit = fitting(picture, frame);
  const factor = Math.min(maxFactor, Math.max(Math.min(fit, 1), wanted));
  if (factor <= fit && fit <= 1) return 'fit';
  const part = { x: (at.x - place.left) / place.width, y: (at.y - place.top) / place.height };
  return {
    factor,
    centre: {
      x: part.x + (frame.width / 2 - at.x) / (picture.width * factor),
      y: part.y + (frame.height / 2 - at.y) / (picture.height * factor),
    },
  };
}

/** 100 %, with the same centre. */
export function fullSize(zoom: Zoom): ZoomedTo {
  return { factor: 1, centre: zoom === 'fit' ? { x: 0.5, y: 0.5 } : zoom.centre };
}

/** Moves the picture by CSS pixels. */
export function pan(by: Point, place: Placement, frame: Size): ZoomedTo {
  return {
    factor: place.factor,
    centre: {
      x: (frame.width / 2 - place.left - by.x) / place.width,
      y: (frame.height / 2 - place.top - by.y) / place.height,
    },
  };
}

/** Whether a part of the picture is outside its frame. */
export function isCut(place: Placement, frame: Size): boolean {
  const margin = marginIn(frame);
  return place.width + 2 * margin > frame.width + 1 || place.height + 2 * margin > frame.height + 1;
}

/** The part of the picture in its frame, in CSS pixels from the picture's top left. */
export function visiblePart({ left, top, width, height }: Placement, frame: Size): Rect {
  const [x, y] = [Math.max(0, -left), Math.max(0, -top)];
  return {
    x,
    y,
    width: Math.min(width, frame.width - left) - x,
    height: Math.min(height, frame.height - top) - y,
  };
}

/** A screen rectangle in CSS pixels from the top left of the picture, which shows `bounds`. */
export function toPicture(rect: Rect, bounds: Rect, { factor }: Placement): Rect {
  return {
    x: (rect.x - bounds.x) * factor,
    y: (rect.y - bounds.y) * factor,
    width: rect.width * factor,
    height: rect.height * factor,
  };
}

/** The screen pixel below a point of the picture, which is in CSS pixels from its top left. */
export function toScreen({ x, y }: Point, bounds: Rect, { factor }: Placement): Point {
  return { x: Math.floor(bounds.x + x / factor), y: Math.floor(bounds.y + y / factor) };
}
