import type { Point, Rect } from '#contract/model/geometry';
import type { Picture } from '../store/state.ts';

/** Where a picture lies in its frame. `factor` is CSS pixels per screen pixel. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

const margin = 24;

/**
 * Fitted, never enlarged, into the middle of the frame; or one CSS pixel for each screen pixel, from the top left where
 * it is larger than the frame.
 */
export function placePicture(
  picture: Picture,
  frame: { width: number; height: number },
  zoom: 'fit' | 'full',
): Placement {
  const { width, height } = picture.bounds;
  const fitting = Math.min((frame.width - 2 * margin) / width, (frame.height - 2 * margin) / height, 1);
  const factor = zoom === 'full' ? 1 : Math.max(0.05, fitting);
  const size = { width: width * factor, height: height * factor };
  return {
    ...size,
    factor,
    left: Math.max(margin, (frame.width - size.width) / 2),
    top: Math.max(margin, (frame.height - size.height) / 2),
  };
}

/** A screen rectangle inside the placed picture, in CSS pixels from the picture's top left. */
export function toPicture(bounds: Rect, picture: Picture, { factor }: Placement): Rect {
  return {
    x: (bounds.x - picture.bounds.x) * factor,
    y: (bounds.y - picture.bounds.y) * factor,
    width: bounds.width * factor,
    height: bounds.height * factor,
  };
}

/** The screen pixel under a place in the picture. */
export function toScreen(x: number, y: number, picture: Picture, { factor }: Placement): Point {
  return { x: Math.floor(picture.bounds.x + x / factor), y: Math.floor(picture.bounds.y + y / factor) };
}
