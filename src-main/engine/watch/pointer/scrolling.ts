import type { ControlType } from '#contract/model/elements/element';
import { center, contains, type Point } from '#contract/model/geometry';
import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { RawNode, RawInput } from '../../backend.ts';
import { isSeen } from '../../tree/seen.ts';
import { pathTo } from '../../tree/walk.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import type { EventQueue } from '../input/event-queue.ts';

/** Types whose value the wheel changes. */
const values: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ComboBox', 'ScrollBar', 'Slider', 'Spinner', 'TabItem', 'Thumb'] as const),
]);
/** Types that may have off-screen content. */
const scrollable: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['DataGrid', 'Document', 'Edit', 'List', 'Menu', 'Table', 'Tree'] as const),
]);

/**
 * The element that the wheel scrolls over the last node of `path`: the nearest with a scroll bar, or a list or document around
 * it. Null if the node itself is the target.
 */
export function scrolledOf(path: readonly RawNode[]): RawNode | null {
  const node = path.at(-1);
  if (!node || values.has(node.controlType)) return null;
  return [...path].reverse().find((one) => scrollable.has(one.controlType) || hasScrollBar(one)) ?? null;
}

function hasScrollBar({ children = [] }: RawNode): boolean {
  return children.some((child) => child.controlType === 'ScrollBar');
}

interface Run {
  /** The tree of the window before it; null if unknown. */
  readonly root: RawNode | null;
  /** The scrolled element. */
  readonly found: Promise<Found>;
}

/** Consecutive wheel turns, and what they bring into view. */
export class Scrolling {
  #run: Run | null = null;

  /** The wheel is turned over the found element. @param view the desktop before it */
  turned({ root }: LiveView, found: Promise<Found>): void {
    this.#run ??= { root, found };
  }

  /** A press targets the found element. Returns whether earlier wheel turns brought it into view. */
  async ended(found: Promise<Found>, at: Point): Promise<boolean> {
    const run = this.#run;
    this.forget();
    return run?.root ? isBrought(run, run.root, at, found) : false;
  }

  /** Other input ends the turns. */
  forget(): void {
    this.#run = null;
  }
}

async function isBrought(run: Run, before: RawNode, at: Point, found: Promise<Found>): Promise<boolean> {
  const [scrolled, pressed] = await Promise.all([run.found, found]);
  const area = scrolled.node?.bounds;
  if (!area || !pressed.node || scrolled.window?.id !== pressed.window?.id || !contains(area, at)) return false;
  return pressed.node.runtimeId !== scrolled.node.runtimeId && !wasInView(before, pressed.node);
}

/** Rows may be reused with other content: then they are different elements. */
function wasInView(before: RawNode, { runtimeId, controlType, name }: RawNode): boolean {
  const path = pathTo(before, runtimeId);
  const node = path?.at(-1);
  if (!path || !node?.bounds || node.controlType !== controlType || node.name !== name || !isSeen(node)) return false;
  const middle = center(node.bounds);
  return path.every(({ bounds }) => bounds === null || contains(bounds, middle));
}

/** Maximum time between notches of one wheel turn, in milliseconds. */
const togetherMs = 150;

type RawWheel = Extract<RawInput, { type: 'wheel' }>;

/** Merges the notches of one wheel turn into one event. */
export interface WheelMerger extends Disposable {
  /** `find` is called for the first notch of a turn. */
  add(input: RawWheel, find: () => Promise<Found>): void;
  /** Other input ends the wheel turn. */
  flush(): void;
}

export function createWheelMerger(queue: EventQueue): WheelMerger {
  let turn: { readonly first: RawWheel; readonly found: Promise<Found>; notches: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    if (!turn) return;
    const { first, found, notches } = turn;
    turn = null;
    queue.push(async () => {
      const { own, window, target } = await found;
      const { time: at, x, y } = first;
      return own ? [] : [{ type: 'wheel', at, x, y, notches, window, target }];
    });
  };
  return {
    flush,
    add(input, find) {
      const same = turn && Math.sign(turn.notches) === Math.sign(input.notches);
      if (!same) flush();
      if (turn) turn.notches += input.notches;
      else turn = { first: input, found: find(), notches: input.notches };
      clearTimeout(timer);
      timer = setTimeout(flush, togetherMs);
    },
    ...disposable(() => clearTimeout(timer)),
  };
}
