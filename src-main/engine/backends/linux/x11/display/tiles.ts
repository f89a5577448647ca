import { intersect, type Rect } from '#contract/model/geometry';

/** Edge of a tile, in pixels: small elements next to a moving one should not share its tile. */
const edge = 16;
/** More separate areas than this are not worth comparing elements with. */
const maxAreas = 128;

/**
 * Which pixels of a window changed, by a hash of each square tile: toolkits paint one box around everything that moves, or the
 * whole window for each frame. 32 bits per tile, since windows are large and kept for long.
 */
export class Tiles {
  readonly width: number;
  readonly height: number;
  readonly #across: number;
  readonly #hashes: Uint32Array;

  /** All tiles count as changed at the first update. @param width in pixels, as `height` */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#across = Math.ceil(width / edge);
    this.#hashes = new Uint32Array(this.#across * Math.ceil(height / edge));
  }

  /** The area within the window, extended to whole tiles; null if it is outside. */
  covering(area: Rect): Rect | null {
    const inside = intersect(area, { x: 0, y: 0, width: this.width, height: this.height });
    if (!inside) return null;
    const [x, y] = [inside.x - (inside.x % edge), inside.y - (inside.y % edge)];
    const right = Math.min(this.width, Math.ceil((inside.x + inside.width) / edge) * edge);
    const bottom = Math.min(this.height, Math.ceil((inside.y + inside.height) / edge) * edge);
    return { x, y, width: right - x, height: bottom - y };
  }

  /**
   * Takes the current pixels of a region of whole tiles, 32 bits each, and returns the areas that differ from before; null if
   * they are too many to list.
   */
  update(region: Rect, pixels: Uint32Array): readonly Rect[] | null {
    const changed: Rect[] = [];
    let above: readonly Rect[] = [];
    for (let y = region.y; y < region.y + region.height; y += edge) {
      const row = this.#updateRow(region, y, pixels);
      // Runs below equal ones extend these.
      above = row.map((run) => {
        const same = above.find((other) => other.x === run.x && other.width === run.width);
        const joined = same ? { ...same, height: same.height + run.height } : run;
        if (same) changed.splice(changed.indexOf(same), 1);
        changed.push(joined);
        return joined;
      });
    }
    return changed.length > maxAreas ? null : changed;
  }

  /** The runs of changed tiles in the row of tiles that begins at `y`. */
  #updateRow(region: Rect, y: number, pixels: Uint32Array): Rect[] {
    const runs: Rect[] = [];
    const height = Math.min(edge, region.y + region.height - y);
    const end = region.x + region.width;
    let run: { x: number; y: number; width: number; height: number } | null = null;
    for (let x = region.x; x < end; x += edge) {
      const width = Math.min(edge, end - x);
      const first = (y - region.y) * region.width + x - region.x;
      const hash = hashOf(pixels, first, width, height, region.width);
      const at = (y / edge) * this.#across + x / edge;
      const isSame = this.#hashes[at] === hash;
      this.#hashes[at] = hash;
      if (isSame) run = null;
      else if (run) run.width += width;
      else runs.push((run = { x, y, width, height }));
    }
    return runs;
  }
}

/** Rotated between multiplications, so that high bits reach all others. Never 0, which no tile has before its first update. */
function hashOf(pixels: Uint32Array, first: number, width: number, height: number, stride: number): number {
  let hash = 1;
  for (let row = 0, at = first; row < height; row++, at += stride)
    for (let i = at; i < at + width; i++)
      hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ (pixels[i] ?? 0), 0x9e_37_79_b1);
  return hash >>> 0 || 1;
}
