import type { Rect } from '#contract/model/geometry';
import type { Mask } from '../picture/ink.ts';

/** A box in pixels; right and bottom are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Maximum gap between letters of a word, and words of a line, at common sizes; in pixels. */
const wordGap = 7;

/** The boxes of connected components after closing gaps within rows: words and runs of words, icons. */
export function findComponents(edges: Mask, width: number, height: number): readonly Box[] {
  const found = new Components();
  let above: readonly Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = runsOf(edges, y * width, width);
    above = found.addRow(runs, above, y);
  }
  return found.boxes();
}

interface Run {
  readonly from: number;
  readonly to: number;
  component: number;
}

/** The runs of one row, with gaps up to {@link wordGap} closed. */
function runsOf(edges: Mask, start: number, width: number): readonly Run[] {
  const runs: { from: number; to: number; component: number }[] = [];
  for (let x = 0; x < width; x++) {
    if (!edges[start + x]) continue;
    const last = runs.at(-1);
    if (last && x - last.to < wordGap) last.to = x + 1;
    else runs.push({ from: x, to: x + 1, component: -1 });
  }
  return runs;
}

type Growing = { -readonly [K in keyof Box]: number };

/** Union-find over runs: https://en.wikipedia.org/wiki/Connected-component_labeling */
class Components {
  readonly #parents: number[] = [];
  readonly #boxes: Growing[] = [];

  /** Joins each run with those of the row above that it touches, diagonally too. */
  addRow(runs: readonly Run[], above: readonly Run[], y: number): readonly Run[] {
    let first = 0;
    for (const run of runs) {
      while ((above[first]?.to ?? Infinity) < run.from) first++;
      for (let i = first; (above[i]?.from ?? Infinity) <= run.to; i++) this.#join(run, above[i]?.component ?? -1);
      if (run.component < 0) run.component = this.#create();
      this.#grow(run.component, { left: run.from, top: y, right: run.to, bottom: y + 1 });
    }
    return runs;
  }

  boxes(): readonly Box[] {
    return this.#boxes.filter((_, component) => this.#parents[component] === component);
  }

  #create(): number {
    const component = this.#parents.length;
    this.#parents.push(component);
    this.#boxes.push({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });
    return component;
  }

  #join(run: Run, other: number): void {
    const root = this.#root(other);
    if (run.component < 0) run.component = root;
    if (run.component === root) return;
    this.#parents[root] = run.component;
    const box = this.#boxes[root];
    if (box) this.#grow(run.component, box);
  }

  #grow(component: number, by: Box): void {
    const box = this.#boxes[component];
    if (!box) return;
    box.left = Math.min(box.left, by.left);
    box.top = Math.min(box.top, by.top);
    box.right = Math.max(box.right, by.right);
    box.bottom = Math.max(box.bottom, by.bottom);
  }

  #root(component: number): number {
    let root = component;
    for (let parent = this.#parents[root]; parent !== undefined && parent !== root; parent = this.#parents[root]) {
      root = parent;
    }
    this.#parents[component] = root;
    return root;
  }
}

/** By rows, each from left to right; boxes that overlap in most of their height are in one row. */
export function inReadingOrder<T>(items: readonly T[], boxOf: (item: T) => Box): readonly T[] {
  const rows: { readonly items: T[]; top: number; bottom: number }[] = [];
  const middle = (item: T) => middleOf(boxOf(item));
  for (const item of [...items].sort((a, b) => middle(a) - middle(b))) {
    const { top, bottom } = boxOf(item);
    const row = rows.at(-1);
    if (row && middle(item) < row.bottom && (row.top + row.bottom) / 2 > top) row.items.push(item);
    else rows.push({ items: [item], top, bottom });
  }
  return rows.flatMap((row) => row.items.sort((a, b) => boxOf(a).left - boxOf(b).left));
}

function middleOf({ top, bottom }: Box): number {
  return (top + bottom) / 2;
}

/** The smallest rectangle around others. */
export function around(all: readonly Rect[]): Rect {
  const x = Math.min(...all.map((bounds) => bounds.x));
  const y = Math.min(...all.map((bounds) => bounds.y));
  const right = Math.max(...all.map((bounds) => bounds.x + bounds.width));
  const bottom = Math.max(...all.map((bounds) => bounds.y + bounds.height));
  return { x, y, width: right - x, height: bottom - y };
}
