import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { Grey } from '../../picture/ink.ts';
import { Sums, varianceIn } from './sums.ts';

/** A place of a small picture in a larger one, and their similarity: 1 is equal, 0 has nothing in common. */
export interface PictureMatch extends Point {
  readonly score: number;
}

/** Number of coarse matches to compare in full. */
const closely = 40;
/** Minimum similarity in the coarse search, which shows less. */
const leastCoarse = 0.4;
/** A place with this share of the picture's contrast is something else, mostly blank. */
const leastContrast = 0.05;
/** Minimum number of pixels in a row of the coarse picture. */
const coarseRows = 6;
const mostCoarse = 3;
/** The search yields after this many milliseconds, so that other calls are not blocked. */
const breatheMs = 4;

/**
 * Places of a picture in an image by normalised cross-correlation, best first; of overlapping ones only the best. Searches both
 * at reduced size first, then pixel by pixel around the best matches. https://scribblethink.org/Work/nvisionInterface/nip.html
 * @throws AppError `cancelled` when the signal aborts
 */
export async function matchPicture(image: Grey, picture: Grey, signal: AbortSignal): Promise<readonly PictureMatch[]> {
  const times = Math.max(1, Math.min(mostCoarse, Math.floor(Math.min(picture.width, picture.height) / coarseRows)));
  const coarse = await scan(shrunk(image, times), shrunk(picture, times), signal);
  const wanted = new Wanted(picture);
  const sums = new Sums(image);
  const breathe = breathing(signal);
  const close: PictureMatch[] = [];
  for (const { x, y } of coarse) {
    close.push(wanted.bestAround(image, sums, { x: x * times, y: y * times }, times + 1));
    await breathe();
  }
  return apart(
    close.sort((a, b) => b.score - a.score),
    picture,
  );
}

/** Local maxima of the coarse search. */
async function scan(image: Grey, picture: Grey, signal: AbortSignal): Promise<readonly PictureMatch[]> {
  const across = image.width - picture.width + 1;
  const down = image.height - picture.height + 1;
  if (across < 1 || down < 1) return [];
  const wanted = new Wanted(picture);
  const sums = new Sums(image);
  const scores = new Float32Array(across * down);
  const breathe = breathing(signal);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) scores[y * across + x] = wanted.scoreAt(image, sums, x, y);
    await breathe();
  }
  return peaks(scores, across, down);
}

/** Yields to other calls after working for some time. @throws AppError `cancelled` when the signal aborts */
function breathing(signal: AbortSignal): () => Promise<void> | undefined {
  let rested = performance.now();
  const rest = async () => {
    await nextTurn();
    if (signal.aborted) throw new AppError('cancelled');
    rested = performance.now();
  };
  return () => (performance.now() - rested < breatheMs ? undefined : rest());
}

function peaks(scores: Float32Array, across: number, down: number): readonly PictureMatch[] {
  const found: PictureMatch[] = [];
  const at = (x: number, y: number) => (x < 0 || y < 0 || x >= across || y >= down ? 0 : (scores[y * across + x] ?? 0));
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const score = at(x, y);
      if (score < leastCoarse) continue;
      let isPeak = true;
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (at(x + dx, y + dy) > score) isPeak = false;
      if (isPeak) found.push({ x, y, score });
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, closely);
}

/** A picture minus its mean, so that only differences count. */
class Wanted {
  readonly #picture: Grey;
  readonly #values: Float32Array;
  readonly #variance: number;

  constructor(picture: Grey) {
    this.#picture = picture;
    const count = picture.values.length;
    const mean = picture.values.reduce((sum, value) => sum + value, 0) / count;
    this.#values = Float32Array.from(picture.values, (value) => value - mean);
    this.#variance = this.#values.reduce((sum, value) => sum + value * value, 0);
  }

  scoreAt(image: Grey, sums: Sums, x: number, y: number): number {
    const { width, height } = this.#picture;
    const variance = varianceIn(sums, { x, y, width, height });
    if (variance < leastContrast * this.#variance || variance < 1) return 0;
    let product = 0;
    for (let row = 0, to = 0; row < height; row++) {
      let from = (y + row) * image.width + x;
      for (const end = to + width; to < end; to++, from++)
        product += (image.values[from] ?? 0) * (this.#values[to] ?? 0);
    }
    return product / Math.sqrt(variance * this.#variance);
  }

  bestAround(image: Grey, sums: Sums, near: Point, reach: number): PictureMatch {
    let best: PictureMatch = { ...near, score: -1 };
    const right = Math.min(near.x + reach, image.width - this.#picture.width);
    const bottom = Math.min(near.y + reach, image.height - this.#picture.height);
    for (let y = Math.max(0, near.y - reach); y <= bottom; y++) {
      for (let x = Math.max(0, near.x - reach); x <= right; x++) {
        const score = this.scoreAt(image, sums, x, y);
        if (score > best.score) best = { x, y, score };
      }
    }
    return best;
  }
}

function apart(matches: readonly PictureMatch[], { width, height }: Grey): readonly PictureMatch[] {
  const kept: PictureMatch[] = [];
  for (const one of matches) {
    const overlaps = ({ x, y }: Point) => Math.abs(x - one.x) < width / 2 && Math.abs(y - one.y) < height / 2;
    if (one.score > 0 && !kept.some(overlaps)) kept.push(one);
  }
  return kept;
}

/** Each pixel is the mean of a block of this size. */
function shrunk({ width, height, values }: Grey, times: number): Grey {
  if (times === 1) return { width, height, values };
  const [across, down] = [Math.floor(width / times), Math.floor(height / times)];
  const small = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let sum = 0;
      for (let dy = 0; dy < times; dy++) {
        const from = (y * times + dy) * width + x * times;
        for (let dx = 0; dx < times; dx++) sum += values[from + dx] ?? 0;
      }
      small[y * across + x] = sum / (times * times);
    }
  }
  return { width: across, height: down, values: small };
}
