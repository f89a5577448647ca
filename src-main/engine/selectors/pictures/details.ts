import { intersect, type Point, type Rect } from '#contract/model/geometry';
import type { Grey } from '../../picture/ink.ts';

/** Size of compared pieces in pixels, overlapping by half. */
const piece = 8;
/** Fainter pieces count less: the mean square of a pixel's difference from the mean. */
const faint = 300;
/**
 * Minimum normalised cross-correlation of equal pieces. A letter drawn a quarter of a pixel aside has 0.83, an `h` in place of a
 * `b` 0.6.
 */
const leastAlike = 0.8;

/**
 * Whether a small detail of a picture differs: one letter of a name hardly changes the whole.
 * @param at the picture's position in the image, in pixels
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

/** 1 for two pieces that are both plain, or equal except for brightness. */
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
