import { quoted } from '#contract/foreign-text';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import type { PictureStep } from '#contract/model/elements/selector';
import type { Pixels } from '../../backend.ts';
import { toGrey, type Grey } from '../../picture/ink.ts';
import { crop, drawOver } from '../../picture/pixels.ts';
import { differenceAt, decodeSmall, resized } from './small-picture.ts';
import { hasOtherDetail } from './details.ts';
import { matchPicture } from './match-picture.ts';
import { withoutFrame, type Texts } from './texts.ts';

/** A match or near match in a picture. */
export interface Sighting {
  /** In pixels of the searched picture. */
  readonly part: Rect;
  /** The wanted text, if it is there; empty if none was wanted or another was read. */
  readonly text: string;
  /** The mismatch, e.g. `it looks alike to 83 %`; empty for a match. */
  readonly why: string;
}

/** Minimum similarity of a match. */
const leastAlike = 0.9;
/** A match this much worse than the best is something else. */
const margin = 0.05;
/** Minimum width and height of a text without its margin, in pixels. */
const leastInner = 6;
/** Minimum similarity of a near match. */
const leastNear = 0.6;
/** Maximum number of sightings to report. */
const mostSightings = 12;
/** Maximum mean difference of a channel, of 255; more means another background, a greyed element or another colour. */
const mostColour = 20;
/** The same under the pointer, which highlights elements. */
const mostLit = 60;
/** Margin of a picture around its text or icon, in pixels. */
export const rim = 4;
/** For screens of other densities; the original scale comes first. */
export const allScales = [1, 1.25, 1.5, 2, 0.8, 2 / 3, 0.5] as const;

export interface Looking {
  readonly texts: Texts;
  readonly signal: AbortSignal;
  /** Scales of the picture to try, in this order, until one matches. */
  readonly scales: readonly number[];
  /** The pointer, in pixels of the searched picture; null if unknown. */
  readonly pointer: Point | null;
  /** Areas where a match counts; everywhere by default. */
  readonly mayBe?: (part: Rect) => boolean;
}

/** Matches of a picture selector in the picture of a window, best first, then near matches. */
export async function lookFor(
  pixels: Pixels,
  { picture, text, near, nth }: PictureStep,
  looking: Looking,
): Promise<readonly Sighting[]> {
  const { texts } = looking;
  const alike =
    picture === undefined ? await byText(texts, text ?? '') : await byPicture(pixels, picture, text, looking);
  const sightings: Sighting[] = [];
  for (const one of alike) {
    const [from, part] = one.inMargin ? [texts.of(one.inMargin), { ...one.part, x: 0, y: 0 }] : [texts, one.part];
    const other = one.why || (picture === undefined ? '' : await otherText(from, part, text));
    const why = other || (await otherNeighbour(texts, one.part, near));
    sightings.push({ part: one.part, text: why === '' ? (text ?? '') : '', why });
  }
  const found = sightings.filter(({ why }) => why === '');
  const others = sightings.filter(({ why }) => why !== '');
  if (nth === undefined) return [...found, ...others];
  return [...inReadingOrder(found).slice(nth, nth + 1), ...others];
}

interface Alike extends Pick<Sighting, 'part' | 'why'> {
  /** The text there in the margin of the picture: readings vary with what is around a text. */
  readonly inMargin?: Pixels;
}

async function byText(texts: Texts, wanted: string): Promise<readonly Alike[]> {
  const lines = await texts.all();
  return lines.filter(({ text }) => isSame(text, wanted)).map(({ bounds }) => ({ part: bounds, why: '' }));
}

async function byPicture(
  pixels: Pixels,
  base64: string,
  text: string | undefined,
  looking: Looking,
): Promise<readonly Alike[]> {
  const grey = toGrey(pixels);
  const original = await decodeSmall(base64);
  let nearest: readonly Alike[] = [];
  for (const scale of looking.scales) {
    const wanted = scale === 1 ? original : await resized(original, scale);
    const whole = await byPixels(pixels, grey, wanted, looking);
    if (whole.some(({ why }) => why === '')) return whole;
    const inner = text !== undefined && scale === 1 ? await byInner(pixels, grey, wanted, looking) : [];
    if (inner.length > 0) return inner;
    if (nearest.length === 0) nearest = whole;
  }
  return nearest;
}

async function byPixels(
  pixels: Pixels,
  grey: Grey,
  wanted: Pixels,
  { signal, pointer, mayBe = () => true }: Looking,
): Promise<readonly Alike[]> {
  const { width, height } = wanted;
  const small = toGrey(wanted);
  const all = await matchPicture(grey, small, signal);
  const matches = all.filter(({ x, y }) => mayBe({ x, y, width, height }));
  const best = matches[0]?.score ?? 0;
  return matches
    .filter(({ score }) => score >= leastNear)
    .slice(0, mostSightings)
    .map(({ x, y, score }): Alike => {
      const part = { x, y, width, height };
      const look = otherLook(score, best) || otherColours(pixels, wanted, part, pointer);
      return { part, why: look || otherDetail(grey, small, part) };
    });
}

/** The text alone: the frame of a selected or focused neighbour may have been in the margin, or be there now. */
async function byInner(pixels: Pixels, grey: Grey, wanted: Pixels, looking: Looking): Promise<readonly Alike[]> {
  const { width, height } = wanted;
  const part = { x: rim, y: rim, width: width - 2 * rim, height: height - 2 * rim };
  if (Math.min(part.width, part.height) < leastInner) return [];
  const found = await byPixels(pixels, grey, crop(wanted, part), looking);
  return found.flatMap(({ part: inner, why }): Alike[] => {
    const whole = { x: inner.x - rim, y: inner.y - rim, width, height };
    const isInside = contains(
      { x: 0, y: 0, width: pixels.width - width + 1, height: pixels.height - height + 1 },
      whole,
    );
    if (why !== '' || !isInside) return [];
    return [{ part: whole, why, inMargin: drawOver(wanted, crop(pixels, inner), { x: rim, y: rim }) }];
  });
}

function otherLook(score: number, best: number): string {
  if (score >= leastAlike && score >= best - margin) return '';
  return `it looks alike to ${Math.floor(score * 100)} %`;
}

function otherColours(pixels: Pixels, wanted: Pixels, part: Rect, pointer: Point | null): string {
  const most = pointer && contains(part, pointer) ? mostLit : mostColour;
  return differenceAt(pixels, wanted, part) > most ? 'its colours are others' : '';
}

function otherDetail(grey: Grey, wanted: Grey, part: Point): string {
  return hasOtherDetail(grey, wanted, part) ? 'a detail of it is another' : '';
}

async function otherText(texts: Texts, part: Rect, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return '';
  const text = await texts.on(part);
  if (!isSame(text, wanted) && (await texts.linesOn(part)).some((line) => isSame(line, wanted))) return '';
  return isSame(text, wanted) ? '' : text === '' ? 'no text is read on it' : `the text on it is ${quoted(text)}`;
}

async function otherNeighbour(texts: Texts, part: Rect, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return '';
  const text = await texts.beside(part);
  return isSame(text, withoutFrame(wanted))
    ? ''
    : text === ''
      ? 'no text is read beside it'
      : `the text beside it is ${quoted(text)}`;
}

/** `C` and `c` differ only in size, so readings vary. */
function isSame(read: string, wanted: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return plain(read) === plain(wanted);
}

/** By rows: places that overlap in height are in one. */
function inReadingOrder(found: readonly Sighting[]): readonly Sighting[] {
  return [...found].sort(({ part: a }, { part: b }) => {
    const isOneRow = Math.abs(a.y - b.y) < Math.min(a.height, b.height) / 2;
    return isOneRow ? a.x - b.x : a.y - b.y;
  });
}
