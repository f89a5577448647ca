import type { Point, Rect } from '#contract/model/geometry';
import { contains, intersect } from '#contract/model/geometry';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { Pixels } from '../../backend.ts';
import type { Operation } from '../../operations/operation.ts';
import { crop } from '../../picture/pixels.ts';
import { shoot } from '../../picture/shoot.ts';
import { windowOf } from '../../windows/lookup.ts';
import { differenceAt, decodeSmall, encodeSmall, resized } from './small-picture.ts';

/** Size of the compared surroundings; physical pixels. */
const reach = { width: 56, height: 44 };
/** Compared margin around a drag on each side; physical pixels. */
const rim = 12;
/** Limits of small pictures in files: characters of base64, pixels per side. */
const [longest, widest] = [40_000, 360];
const scales = [1, 0.5, 0.25, 0.125] as const;
/** Block size in pixels; block by block, so that a small object on plain background counts. */
const block = 8;
/** Maximum mean difference of a channel in a block, of 255. Different letters differ by twice that. */
const mostDifferent = 20;
/** Maximum percentage of differing blocks: a blinking caret, the edge of another element. */
const mostBlocks = 1;

/** Maximum difference of a channel on plain ground, of 255. */
const mostPlain = 8;
/** Distance of the places tried on plain ground, in pixels, and their number. */
const [step, mostPlaces] = [24, 1_000];

/** Picture of the surroundings of a place. @param within the containing view; all in pixels of the picture */
export function surroundingsAt(pixels: Pixels, at: Point, within: Rect): Promise<Surroundings | null> {
  const { width, height } = reach;
  const part = { x: at.x - width / 2, y: at.y - height / 2, width, height };
  return surroundingsOf(pixels, at, intersect(part, within));
}

/** Picture along a drag: the rectangle between its ends contains what it may move. */
export function surroundingsAlong(pixels: Pixels, from: Point, to: Point, within: Rect): Promise<Surroundings | null> {
  const [x, y] = [Math.min(from.x, to.x) - rim, Math.min(from.y, to.y) - rim];
  const part = { x, y, width: Math.abs(to.x - from.x) + 2 * rim, height: Math.abs(to.y - from.y) + 2 * rim };
  return surroundingsOf(pixels, from, intersect(part, within));
}

async function surroundingsOf(pixels: Pixels, at: Point, part: Rect | null): Promise<Surroundings | null> {
  const shown = part && intersect(part, { x: 0, y: 0, width: pixels.width, height: pixels.height });
  if (!shown || shown.width < block || shown.height < block) return null;
  const cut = crop(pixels, shown);
  for (const scale of scales) {
    if (Math.max(cut.width, cut.height) * scale > widest) continue;
    const small = scale === 1 ? cut : await resized(cut, scale);
    if (Math.min(small.width, small.height) < block) return null;
    const picture = await encodeSmall(small, { x: 0, y: 0, width: small.width, height: small.height });
    if (picture.length > longest) continue;
    return {
      picture,
      at: { x: at.x - shown.x, y: at.y - shown.y },
      size: { width: shown.width, height: shown.height },
    };
  }
  return null;
}

export const looksSo: Operation<'looksSo'> = async (context, { window: id, places, around, ground }) => {
  const window = await windowOf(context, id);
  const { pixels, bounds } = await shoot(context, { kind: 'window', window: window.id });
  const wanted = await decodeSmall(around.picture);
  const first = ground && isPlain(wanted) ? places[0] : undefined;
  for (const place of first && ground ? [...places, ...placesNear(first, ground)] : places) {
    const at = { x: place.x - bounds.x, y: place.y - bounds.y };
    if (await isSame(pixels, { ...around, picture: wanted }, at)) return place;
  }
  return null;
};

/** Nothing is drawn there. */
function isPlain({ rgba }: Pixels): boolean {
  return rgba.every((channel, index) => Math.abs(channel - (rgba[index % 4] ?? 0)) <= mostPlain);
}

/** The nearest first. */
function placesNear(place: Point, { x: left, y: top, width, height }: Rect): readonly Point[] {
  const places: Point[] = [];
  for (let y = top + reach.height / 2; y <= top + height - reach.height / 2; y += step)
    for (let x = left + reach.width / 2; x <= left + width - reach.width / 2; x += step) places.push({ x, y });
  const far = ({ x, y }: Point) => Math.hypot(x - place.x, y - place.y);
  return places.sort((a, b) => far(a) - far(b)).slice(0, mostPlaces);
}

/** Whether the surroundings of a place still look the same. @param at in pixels of the current picture */
async function isSame(
  pixels: Pixels,
  { picture, at: then, size }: Omit<Surroundings, 'picture'> & { readonly picture: Pixels },
  at: Point,
): Promise<boolean> {
  const part = { x: at.x - then.x, y: at.y - then.y, ...size };
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const end = { x: part.x + part.width - 1, y: part.y + part.height - 1 };
  if (!contains(whole, part) || !contains(whole, end)) return false;
  const cut = crop(pixels, part);
  const now = cut.width === picture.width ? cut : await resized(cut, picture.width / cut.width);
  return now.height === picture.height && blocksThatDiffer(now, picture) <= mostBlocks / 100;
}

/** The share of differing blocks. */
function blocksThatDiffer(now: Pixels, wanted: Pixels): number {
  let [count, others] = [0, 0];
  for (let y = 0; y < wanted.height; y += block) {
    for (let x = 0; x < wanted.width; x += block) {
      const width = Math.min(block, wanted.width - x);
      const height = Math.min(block, wanted.height - y);
      count += 1;
      if (differenceAt(now, crop(wanted, { x, y, width, height }), { x, y }) > mostDifferent) others += 1;
    }
  }
  return others / count;
}
