import { performance } from 'node:perf_hooks';
import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import { formatSelector, type PictureStep, type RankedSelector } from '#contract/model/elements/selector';
import { gradeSelector } from '#contract/model/elements/explain-selector';
import { isVolatile } from '#contract/model/elements/volatile';
import type { Pixels } from '../../backend.ts';
import { findLines } from '../../ocr/find-lines.ts';
import { findEdges, toGrey, type Grey } from '../../picture/ink.ts';
import { crop } from '../../picture/pixels.ts';
import { lookFor, rim, type Looking } from './look-for.ts';
import { encodeSmall } from './small-picture.ts';
import { Sums, varianceIn } from './sums.ts';
import type { Texts } from './texts.ts';

/** A selector for a point in a picture, and the part of the picture that the selector stores. */
export interface MadePicture {
  readonly part: Rect;
  readonly picture: string;
  /** The text read on it; empty if there is none. */
  readonly text: string;
  readonly selector: RankedSelector;
}

/** Searched area around a point, in pixels. */
const around = { width: 260, height: 220 };
/** A point this close to a text or icon counts as on it, in pixels. */
const beside = 16;
const most = { width: 120, height: 60 };
/** Size if there is no text or icon. */
const plain = { width: 48, height: 36 };
/** Margins to try on each side until the picture is unique. */
const grown = [0, 24, 56];
/** Minimum variance of a pixel; more even parts look like any background. */
const leastVariance = 60;

/** A point in a picture; all in pixels of the picture. */
export interface PointedAt {
  readonly at: Point;
  /** The containing area; anything outside belongs to another element. */
  readonly within: Rect;
  /** Where else a match counts; anywhere by default. */
  readonly mayBe?: ((part: Rect) => boolean) | undefined;
  /** The surroundings of a plain background identify it: used only as a last resort. */
  readonly isByNeighbours: boolean;
}

/**
 * The smallest unique picture around a point, if necessary with the text next to it. An icon includes the name below or beside
 * it, since another icon may look the same. Null if there is none: on plain background, among similar things, and where the text
 * will change soon.
 */
export async function makePicture(
  pixels: Pixels,
  { at, within, mayBe, isByNeighbours }: PointedAt,
  texts: Texts,
  signal: AbortSignal,
): Promise<MadePicture | null> {
  const { part, isOn, lines, thing, isParted } = await partAt(pixels, at);
  if (!isByNeighbours && isEven(pixels, part)) return null;
  const own = isOn ? await texts.on(part) : '';
  const named =
    thing && own === ''
      ? await withLabel(
          texts,
          thing,
          lines.filter((line) => !isParted(thing, line)),
          at,
        )
      : null;
  const attempts = [
    ...(named ? [named] : []),
    ...grown.map((by) => ({ part: inflated(part, by), text: by === 0 ? own : null })),
  ];
  for (const attempt of attempts) {
    const larger = intersect(inside(pixels, attempt.part), within);
    if (!larger || !contains(larger, at) || isEven(pixels, larger)) continue;
    // Text next to the place does not name it.
    const text = attempt.text ?? (isOn ? await texts.on(larger) : '');
    if (isVolatile(text)) return null;
    const picture = await encodeSmall(pixels, larger);
    const step = { picture, ...(text && { text }) };
    const looking = { texts, signal, scales: [1], pointer: null, ...(mayBe && { mayBe }) };
    const alone = await measured(pixels, step, larger, looking);
    const near = alone ? '' : await texts.beside(part);
    const selector =
      alone ?? (near && !isVolatile(near) ? await measured(pixels, { ...step, near }, larger, looking) : null);
    if (selector) return { part: larger, picture, text, selector };
  }
  return null;
}

/** Maximum distance from an icon to its name, below or to the right; in pixels. */
const reach = { down: 30, right: 24 };
/** A line closer than this to the one above continues it, in pixels. */
const lineGap = 6;
/** Maximum number of lines to read in search of a name. */
const mostRead = 3;

interface Labelled {
  readonly part: Rect;
  readonly text: string;
}

/**
 * An icon with its name, which may be unreadable; null if nothing is there.
 * @param lines boxes of possible text
 */
async function withLabel(texts: Texts, icon: Rect, lines: readonly Rect[], at: Point): Promise<Labelled | null> {
  const bottom = icon.y + icon.height;
  const below = lines
    .filter(({ x, width, y }) => at.x >= x - rim && at.x <= x + width + rim && y > at.y && y - bottom <= reach.down)
    .sort((a, b) => a.y - b.y);
  const near = below.filter(({ y }) => y >= bottom - rim);
  // A selected icon has its own background, which includes its name.
  const inside = below.filter((line) => !near.includes(line)).reverse();
  const beside = lines
    .filter(({ x, y, height }) => at.y >= y - rim && at.y <= y + height + rim && x >= icon.x + icon.width - rim)
    .filter(({ x }) => x - (icon.x + icon.width) <= reach.right)
    .sort((a, b) => a.x - b.x);
  for (const first of [...beside.slice(0, 1), ...near, ...inside].slice(0, mostRead)) {
    const text = await texts.on(inflated(first, rim));
    if (text === '') continue;
    const label = near.includes(first) ? following(near.slice(near.indexOf(first))) : [first];
    const part = label.reduce((all, line) => union(all, inflated(line, rim)), icon);
    const rest = await Promise.all(label.slice(1).map((line) => texts.on(inflated(line, rim))));
    return { part, text: [text, ...rest].join(' ').trim() };
  }
  const [unread] = near;
  return unread ? { part: union(icon, inflated(unread, rim)), text: '' } : null;
}

/** The first line and its continuation. */
function following(lines: readonly Rect[]): readonly Rect[] {
  const end = lines.findIndex(({ y }, index) => {
    const before = lines[index - 1];
    return before !== undefined && y - (before.y + before.height) > lineGap;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** Null unless it matches exactly this part. */
async function measured(
  pixels: Pixels,
  step: PictureStep,
  part: Rect,
  looking: Looking,
): Promise<RankedSelector | null> {
  const started = performance.now();
  const found = (await lookFor(pixels, step, looking)).filter(({ why }) => why === '');
  const [only, ...others] = found;
  if (!only || others.length > 0 || only.part.x !== part.x || only.part.y !== part.y) return null;
  const selector = formatSelector([step]);
  return { selector, ...gradeSelector(selector), matchCount: 1, elapsedMs: performance.now() - started };
}

interface PartAt {
  readonly part: Rect;
  /** The place is on the text or icon, or on the same background. */
  readonly isOn: boolean;
  /** Boxes of possible text around it. */
  readonly lines: readonly Rect[];
  /** The icon, or anything drawn there on a plain background. */
  readonly thing: Rect | null;
  /** Whether a line separates a thing from what is below or beside it, as between two keys. */
  readonly isParted: (thing: Rect, other: Rect) => boolean;
}

/** The text or icon at a place, including the place; else its surroundings. */
async function partAt(pixels: Pixels, at: Point): Promise<PartAt> {
  const region = inside(pixels, centered(at, around));
  const grey = toGrey(crop(pixels, region));
  const boxes = await findLines(grey);
  const rects = boxes.map(({ left, top, right, bottom }) => ({
    x: region.x + left,
    y: region.y + top,
    width: right - left,
    height: bottom - top,
  }));
  const found = thingAt(crop(pixels, region), { x: at.x - region.x, y: at.y - region.y });
  const thing = found && { ...found, x: region.x + found.x, y: region.y + found.y };
  const edges = findEdges(grey);
  const local = (rect: Rect) => ({ ...rect, x: rect.x - region.x, y: rect.y - region.y });
  const isParted = (one: Rect, other: Rect) => hasEdgeBetween({ edges, ...grey }, local(one), local(other));
  const [first] = rects.sort((a, b) => distance(a, at) - distance(b, at) || a.width * a.height - b.width * b.height);
  if (!first || distance(first, at) > beside)
    return {
      part: inside(pixels, thing ? inflated(thing, rim) : centered(at, plain)),
      isOn: false,
      lines: rects,
      thing,
      isParted,
    };
  const nearest = first;
  const whole = union(inflated(nearest, rim), centered(at, { width: 2 * rim, height: 2 * rim }));
  const room = centered(at, { width: 2 * most.width, height: 2 * most.height });
  const from = { x: at.x - region.x, y: at.y - region.y };
  const isOn = isOneGround(grey, from, { ...nearest, x: nearest.x - region.x, y: nearest.y - region.y });
  return { part: inside(pixels, intersect(whole, room) ?? whole), isOn, lines: rects, thing, isParted };
}

/** Whether nothing, such as a button's border, separates the place from the box. */
function isOneGround(grey: Grey, from: Point, box: Rect): boolean {
  const edges = findEdges(grey);
  const to = {
    x: Math.min(Math.max(from.x, box.x), box.x + box.width - 1),
    y: Math.min(Math.max(from.y, box.y), box.y + box.height - 1),
  };
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  for (let step = 0; step < steps; step++) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
    const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
    const isAtBox = contains({ x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4 }, { x, y });
    if (!isAtBox && edges[y * grey.width + x]) return false;
  }
  return true;
}

/** Whether anything is drawn on the shortest line between two boxes; false if they touch or overlap. */
function hasEdgeBetween(
  { edges, width }: { readonly edges: ReturnType<typeof findEdges>; readonly width: number },
  one: Rect,
  other: Rect,
): boolean {
  const [fromX, toX] = gapBetween([one.x, one.width], [other.x, other.width]);
  const [fromY, toY] = gapBetween([one.y, one.height], [other.y, other.height]);
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY));
  // Pixels at a box belong to the box.
  for (let step = rim; step <= steps - rim; step++) {
    const x = Math.round(fromX + ((toX - fromX) * step) / steps);
    const y = Math.round(fromY + ((toY - fromY) * step) / steps);
    if (edges[y * width + x]) return true;
  }
  return false;
}

/** From the end of one span to the start of the other; if they overlap, the middle of the overlap, twice. */
function gapBetween([a, aLength]: Span, [b, bLength]: Span): readonly [number, number] {
  if (a + aLength <= b) return [a + aLength, b];
  if (b + bLength <= a) return [a, b + bLength];
  const middle = Math.floor((Math.max(a, b) + Math.min(a + aLength, b + bLength)) / 2);
  return [middle, middle];
}

type Span = readonly [start: number, length: number];

function isEven(pixels: Pixels, part: Rect): boolean {
  const { width, height } = part;
  const sums = new Sums(toGrey(crop(pixels, part)));
  return varianceIn(sums, { x: 0, y: 0, width, height }) < leastVariance * width * height;
}

function distance(box: Rect, at: Point): number {
  if (contains(box, at)) return 0;
  const dx = Math.max(box.x - at.x, 0, at.x - (box.x + box.width - 1));
  const dy = Math.max(box.y - at.y, 0, at.y - (box.y + box.height - 1));
  return Math.hypot(dx, dy);
}

function centered({ x, y }: Point, { width, height }: { readonly width: number; readonly height: number }): Rect {
  return { x: x - Math.floor(width / 2), y: y - Math.floor(height / 2), width, height };
}

function inflated({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

function inside({ width, height }: Pixels, part: Rect): Rect {
  return intersect(part, { x: 0, y: 0, width, height }) ?? { x: 0, y: 0, width, height };
}

/**
 * Maximum difference from the background that still counts as background; the sum over the channels. Paper icons are nearly
 * white.
 */
const leastContrast = 12;

/** Maximum gap between parts of one thing, in pixels. */
const seamPixels = 2;

/** Free pixels on each side of a place on the background: the paper of an icon may have its colour, between the lines on it. */
const clearance = 6;

/** Maximum size of one thing, in pixels; larger areas are pictures of several. */
const largestThing = 128;

/**
 * Bounds of the icon or drawing at a place, by connected pixels on a plain background, which has the picture's most common
 * colour. Null if the place is on the background, or the picture is not a plain background with things on it.
 */
function thingAt(pixels: Pixels, at: Point): Rect | null {
  const { width, height } = pixels;
  const isInk = inkIn(pixels);
  const first = nearest(at, isInk);
  if (!first) return null;
  const seen = new Uint8Array(width * height);
  const coming = [first];
  seen[first.y * width + first.x] = 1;
  let [left, top, right, bottom] = [first.x, first.y, first.x, first.y];
  for (let next = coming.pop(); next; next = coming.pop()) {
    left = Math.min(left, next.x);
    top = Math.min(top, next.y);
    right = Math.max(right, next.x);
    bottom = Math.max(bottom, next.y);
    if (right - left > largestThing || bottom - top > largestThing) return null;
    for (let dy = -seamPixels; dy <= seamPixels; dy++) {
      for (let dx = -seamPixels; dx <= seamPixels; dx++) {
        const [x, y] = [next.x + dx, next.y + dy];
        if (!isInk(x, y) || seen[y * width + x] === 1) continue;
        seen[y * width + x] = 1;
        coming.push({ x, y });
      }
    }
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Whether a place in a view is on its background: nothing is drawn there. All in pixels of the picture. */
export function isOnGround(pixels: Pixels, at: Point, within: Rect): boolean {
  const region = inside(pixels, intersect(centered(at, around), within) ?? within);
  return nearest({ x: at.x - region.x, y: at.y - region.y }, inkIn(crop(pixels, region)), clearance) === null;
}

function inkIn(pixels: Pixels): (x: number, y: number) => boolean {
  const { width, height } = pixels;
  const ink = inkOf(pixels);
  return (x, y) => x >= 0 && y >= 0 && x < width && y < height && ink[y * width + x] === 1;
}

function nearest({ x, y }: Point, isInk: (x: number, y: number) => boolean, reach = seamPixels): Point | null {
  if (isInk(x, y)) return { x, y };
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) if (isInk(x + dx, y + dy)) return { x: x + dx, y: y + dy };
  return null;
}

/** 1 for each pixel that is not background. */
function inkOf({ width, height, rgba }: Pixels): Uint8Array {
  const counts = new Map<number, number>();
  let [ground, most] = [0, 0];
  const colourAt = (at: number) => ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = colourAt(at);
    const count = (counts.get(colour) ?? 0) + 1;
    counts.set(colour, count);
    if (count > most) [ground, most] = [colour, count];
  }
  const [red, green, blue] = [ground >> 16, (ground >> 8) & 255, ground & 255];
  const ink = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < ink.length; index++, at += 4) {
    const away =
      Math.abs((rgba[at] ?? 0) - red) + Math.abs((rgba[at + 1] ?? 0) - green) + Math.abs((rgba[at + 2] ?? 0) - blue);
    ink[index] = away > leastContrast ? 1 : 0;
  }
  return ink;
}
