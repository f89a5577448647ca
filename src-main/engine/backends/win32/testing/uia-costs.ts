import { sleep } from '../../../../base/async/deadline.ts';
import type { Point, Rect } from '#contract/model/geometry';
import type { UiaFixture } from './uia-fixture.ts';

/** What something cost an app. */
export interface Costs {
  readonly questions: number;
  /** How long it did nothing else, by what its nodes cost: in sum, and at once; milliseconds. */
  readonly appMs: number;
  readonly mostMs: number;
}

/** No question comes for so long once all is asked, in milliseconds: longer than any timer of a recording while nothing happens. */
const quietMs = 700;
const maxWaitMs = 30_000;

/** Counts what work costs the app until all is quiet. */
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

/** @throws Error if it goes on */
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

/** Where the made-up tree puts node after node, in pixels: `synthetic-node.cpp`. */
const cell = { width: 12, height: 8, inRow: 60 } as const;

/** The middle of a node of the made-up tree. @param area of the window, without its frame */
export function middleOf(node: number, area: Rect): Point {
  const [column, row] = [(node - 1) % cell.inRow, Math.floor((node - 1) / cell.inRow)];
  return { x: area.x + column * cell.width + 5, y: area.y + row * cell.height + 3 };
}

/** Of nodes that hold no others and are pressed themselves: buttons, edits, check boxes, sliders, links. */
export function leavesOf(nodes: number, fanOut: number): readonly number[] {
  const first = Math.ceil(nodes / fanOut) + fanOut;
  return [0, 61, 122, 205, 266, 320].map((further) => first - (first % fanOut) + further);
}
