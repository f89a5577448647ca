import { intersect, isEmpty, sameRect, type Rect } from '#contract/model/geometry';
import type { Pixels } from '../backend.ts';
import type { Contrast, Look } from './rule.ts';

/** Maximum distance of shades of one colour: text is drawn in many shades. */
const alike = 24;
/** Pixels to ignore at the edge: the border of a button is not its text. */
const border = 3;

/** Examines pixels whose top left corner is `bounds.x, bounds.y` on the screen. */
export function lookAt(pixels: Pixels, bounds: Rect): Omit<Look, 'words'> {
  return {
    contrast({ node }) {
      const place = node.bounds;
      if (place === null || isEmpty(place)) return null;
      const shown = intersect(place, bounds);
      if (shown === null || !sameRect(shown, place)) return null;
      const rim = node.controlType === 'Button' && Math.min(place.width, place.height) > 4 * border ? border : 0;
      return contrastIn(pixels, {
        x: place.x - bounds.x + rim,
        y: place.y - bounds.y + rim,
        width: place.width - 2 * rim,
        height: place.height - 2 * rim,
      });
    },
  };
}

/**
 * Contrast of an area's most common colour and the colour farthest from it, by the formula of WCAG 2.2 (relative luminance).
 * Smoothed edges only lower it.
 */
export function contrastIn(pixels: Pixels, place: Rect): Contrast {
  const counts = coloursIn(pixels, place);
  let [ground, most] = [0, 0];
  for (const [colour, count] of counts) if (count > most) [ground, most] = [colour, count];
  let [ink, ratio] = [ground, 1];
  for (const colour of counts.keys()) {
    const other = contrastOf(ground, colour);
    if (other > ratio) [ink, ratio] = [colour, other];
  }
  let inked = 0;
  for (const [colour, count] of counts) if (isAlike(colour, ink)) inked += count;
  const size = Math.max(1, place.width * place.height);
  return { ratio, ground: most / size, ink: inked / size };
}

/** Count of each colour, 0xrrggbb. Runs of the background are counted at once. */
function coloursIn({ rgba, width }: Pixels, place: Rect): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let y = place.y; y < place.y + place.height; y++) {
    let [last, run] = [-1, 0];
    for (let x = place.x; x < place.x + place.width; x++) {
      const at = (y * width + x) * 4;
      const colour = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
      if (colour === last) run += 1;
      else {
        if (run > 0) counts.set(last, (counts.get(last) ?? 0) + run);
        [last, run] = [colour, 1];
      }
    }
    if (run > 0) counts.set(last, (counts.get(last) ?? 0) + run);
  }
  return counts;
}

/** WCAG's contrast of two colours, 0xrrggbb. */
export function contrastOf(a: number, b: number): number {
  const [bright = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(colour: number): number {
  const [red = 0, green = 0, blue = 0] = parts(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function isAlike(a: number, b: number): boolean {
  const [left, right] = [parts(a), parts(b)];
  return left.every((part, index) => Math.abs(part - (right[index] ?? 0)) <= alike);
}

function parts(colour: number): readonly number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
