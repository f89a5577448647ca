import type { Rect } from '#contract/model/geometry';

interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = 16;

/** The size of a picture in its frame, never enlarged; `factor` is CSS pixels per screen pixel. */
export function fit({ width, height }: Size, frame: Size): Size & { readonly factor: number } {
  const room = { width: frame.width - 2 * margin, height: frame.height - 2 * margin };
  const factor = Math.max(0.05, Math.min(room.width / width, room.height / height, 1));
  return { width: width * factor, height: height * factor, factor };
}

/** A screen rectangle in CSS pixels from the top left of the picture that shows `bounds`. */
export function inPicture(rect: Rect, bounds: Rect, factor: number): Rect {
  return {
    x: (rect.x - bounds.x) * factor,
    y: (rect.y - bounds.y) * factor,
    width: rect.width * factor,
    height: rect.height * factor,
  };
}

/** Whether a picture of that many pixels can be one of that rectangle, at whatever scale. */
export function isOf(picture: Size, bounds: Size): boolean {
  const [across, down] = [picture.width / bounds.width, picture.height / bounds.height];
  return Math.abs(across / down - 1) < 0.02;
}
