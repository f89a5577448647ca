import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import { formatSelector, type PictureStep, type RankedSelector } from '#contract/model/selector';
import { gradeSelector } from '#contract/model/explain-selector';
import { isVolatile } from '#contract/model/volatile';
import { performance } from 'node:perf_hooks';
import type { Pixels } from '../../backend.ts';
import { findLines } from '../../ocr/find-lines.ts';
import { findEdges, toGrey, type Grey } from '../../picture/ink.ts';
import { crop } from '../../picture/pixels.ts';
import { lookFor } from './look-for.ts';
import { encodeSmall } from './small-picture.ts';
import { Sums, varianceIn } from './sums.ts';
import type { Texts } from './texts.ts';

/** A selector of what was pointed at in a picture, and the part of it that the selector holds. */
export interface MadePicture {
  readonly part: Rect;
  readonly picture: string;
  /** What is read on it; empty where that is nothing. */
  readonly text: string;
  readonly selector: RankedSelector;
}

/** As far around a place one looks for what stands there, in pixels. */
const around = { width: 260, height: 140 };
/** What is pointed at beside a text or icon is pointed at with it, in pixels. */
const beside = 16;
/** How much is kept around it. */
const rim = 4;
const most = { width: 120, height: 60 };
/** Of a place where nothing stands. */
const plain = { width: 48, height: 36 };
/** How much more is kept on each side where what is smaller is not the only one. */
const grown = [0, 24, 56];
/** What is as even as that cannot be told from other ground: the variance of a pixel. */
const leastVariance = 60;

/**
 * The smallest picture around a place that is the only one of its kind, if need be by the text beside it. Null where there
 * is none: on even ground, among things alike, and where what is read there will be another text soon.
 * @param at the place, in pixels of the picture
 */
export async function makePicture(
  pixels: Pixels,
  at: Point,
  texts: Texts,
  signal: AbortSignal,
): Promise<MadePicture | null> {
  const { part, isOn } = await partAt(pixels, at);
  const near = (await texts.beside(part)) || undefined;
  for (const by of grown) {
    const larger = inside(pixels, inflated(part, by));
    if (isEven(pixels, larger)) continue;
    // What stands beside the place is no name for it.
    const text = isOn ? await texts.on(larger) : '';
    if (isVolatile(text)) return null;
    const picture = await encodeSmall(pixels, larger);
    const step = { picture, ...(text && { text }) };
    for (const tried of near === undefined || isVolatile(near) ? [step] : [step, { ...step, near }]) {
      const selector = await measured(pixels, tried, larger, texts, signal);
      if (selector) return { part: larger, picture, text, selector };
    }
  }
  return null;
}

/** Null where it is not this very part alone that it finds. */
async function measured(
  pixels: Pixels,
  step: PictureStep,
  part: Rect,
  texts: Texts,
  signal: AbortSignal,
): Promise<RankedSelector | null> {
  const started = performance.now();
  const found = (await lookFor(pixels, step, { texts, signal, scales: [1], pointer: null })).filter(
    ({ why }) => why === '',
  );
  const [only, ...others] = found;
  if (!only || others.length > 0 || only.part.x !== part.x || only.part.y !== part.y) return null;
  const selector = formatSelector([step]);
  return { selector, ...gradeSelector(selector), matchCount: 1, elapsedMs: performance.now() - started };
}

interface PartAt {
  readonly part: Rect;
  /** The place is on the text or icon, or on the same ground. */
  readonly isOn: boolean;
}

/** The text or icon at a place, with the place in it; else what is around it. */
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
  const [nearest] = rects.sort((a, b) => distance(a, at) - distance(b, at) || a.width * a.height - b.width * b.height);
  if (!nearest || distance(nearest, at) > beside) return { part: inside(pixels, centered(at, plain)), isOn: false };
  const whole = union(inflated(nearest, rim), centered(at, { width: 2 * rim, height: 2 * rim }));
  const room = centered(at, { width: 2 * most.width, height: 2 * most.height });
  const from = { x: at.x - region.x, y: at.y - region.y };
  const isOn = isOneGround(grey, from, { ...nearest, x: nearest.x - region.x, y: nearest.y - region.y });
  return { part: inside(pixels, intersect(whole, room) ?? whole), isOn };
}

/** Nothing parts the place from the box, as the border of a button does. */
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
