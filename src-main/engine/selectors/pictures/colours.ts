import type { Point } from '#contract/model/geometry';
import type { Pixels } from '../../backend.ts';

/** How much a picture differs from what lies at a place of an image: the mean over its pixels and channels, 0 to 255. */
export function differenceAt(image: Pixels, picture: Pixels, { x, y }: Point): number {
  let sum = 0;
  for (let row = 0; row < picture.height; row++) {
    let from = ((y + row) * image.width + x) * 4;
    let to = row * picture.width * 4;
    for (let column = 0; column < picture.width; column++, from += 4, to += 4) {
      for (let channel = 0; channel < 3; channel++) {
        sum += Math.abs((image.rgba[from + channel] ?? 0) - (picture.rgba[to + channel] ?? 0));
      }
    }
  }
  return sum / (picture.width * picture.height * 3);
}
