import { intersect, type Point, type Rect } from '#contract/model/geometry';
import type { Grey } from '../../picture/ink.ts';

/** Compared piece by piece, in pixels a side, each half over the next. */
const piece = 8;
/** What varies as little counts little: the mean square of a pixel's difference from the mean. */
const faint = 300;
/**
 * Pieces that are less alike, by normalised cross-correlation, show other things. A letter that is drawn a quarter of a pixel
 * aside is alike to 0.83, an `h` in the place of a `b` to 0.6.
 */
const leastAlike = 0.8;

/**
 * Whether something small in a picture is another: one letter of a name makes little of a difference on the whole.
 * @param at where the picture is in the image, in its pixels
 */
export function hasOtherDetail(image: Grey, picture: Grey, at: Point): boolean {
  for (let y = 0; y < picture.height; y += piece / 2) {
    for (let x = 0; x < picture.width; x += piece / 2) {
      const part = intersect({ x, y, width: piece, height: piece }, { x: 0, y: 0, ...picture });
      if (part && part.width > piece / 2 && part.height > piece / 2 && alikeness(image, picture, at, part) < leastAlike)
        return true;
    }
  }
  return false;
}

/** 1 for two pieces that are both even, or the same in another brightness. */
function alikeness(image: Grey, picture: Grey, at: Point, { x, y, width, height }: Rect): number {
  const count = width * height;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = 0; row < height; row++) {
    const from = (at.y + y + row) * image.width + at.x + x;
    const to = (y + row) * picture.width + x;
    for (let column = 0; column < width; column++) {
      const [one, other] = [image.values[from + column] ?? 0, picture.values[to + column] ?? 0];
      a += one;
      b += other;
      aa += one * one;
      bb += other * other;
      ab += one * other;
    }
  }
  const [left, right] = [aa - (a * a) / count + faint * count, bb - (b * b) / count + faint * count];
  return (ab - (a * b) / count + faint * count) / Math.sqrt(left * right);
}
