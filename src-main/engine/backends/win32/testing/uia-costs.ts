import { sleep } from '../../../../base/async/deadline.ts';
import type { Point, Rect } from '#contract/model/geometry';
import type { UiaFixture } from './uia-fixture.ts';

/** The cost of work for an app. */
export interface Costs {
  readonly questions: number;
  /** How long the app was blocked, from the cost of its nodes: in total, and at most at once; milliseconds. */
  readonly appMs: number;
  readonly mostMs: number;
}

/** No query for this long means that work has ended, in milliseconds: longer than any timer of an idle recording. */
const quietMs = 700;
const maxWaitMs = 30_000;

/** Measures the cost of work for the app until queries stop. */
export async function costsOf({ section }: UiaFixture, work: () => unknown): Promise<Costs> {
  section.set({ calls: 0, appMicroseconds: 0, mostMicroseconds: 0 });
  await work();
  await untilQuiet(() => section.read('calls'));
  return {
    questions: section.read('calls'),
    appMs: section.read('appMicroseconds') / 1_000,
    mostMs: section.read('mostMicroseconds') / 1_000,
  };
}

/** @throws Error if queries continue */
export async function untilQuiet(calls: () => number): Promise<void> {
  const deadline = Date.now() + maxWaitMs;
  let last = calls();
  let since = Date.now();
  while (Date.now() - since < quietMs) {
    await sleep(50);
    if (Date.now() > deadline) throw new Error('It goes on asking.');
    const now = calls();
    if (now !== last) [last, since] = [now, Date.now()];
  }
}

/** Node layout of the synthetic tree, in pixels: `synthetic-node.cpp`. */
const cell = { width: 12, height: 8, inRow: 60 } as const;

/** The centre of a node of the synthetic tree. @param area of the window, without its frame */
export function middleOf(node: number, area: Rect): Point {
  const [column, row] = [(node - 1) % cell.inRow, Math.floor((node - 1) / cell.inRow)];
  return { x: area.x + column * cell.width + 5, y: area.y + row * cell.height + 3 };
}

/** Pressable leaf types: buttons, edits, check boxes, sliders, links. */
export function leavesOf(nodes: number, fanOut: number): readonly number[] {
  const first = Math.ceil(nodes / fanOut) + fanOut;
  return [0, 61, 122, 205, 266, 320].map((further) => first - (first % fanOut) + further);
}
