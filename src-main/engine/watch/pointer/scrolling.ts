import type { ControlType } from '#contract/model/elements/element';
import { center, contains, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { isSeen } from '../../tree/seen.ts';
import { pathTo } from '../../tree/walk.ts';
import type { Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** The wheel changes what they hold. */
const values: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ComboBox', 'ScrollBar', 'Slider', 'Spinner', 'TabItem', 'Thumb'] as const),
]);
/** What may have more in it than it shows. */
const scrollable: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['DataGrid', 'Document', 'Edit', 'List', 'Menu', 'Table', 'Tree'] as const),
]);

/**
 * What the wheel scrolls where it is turned over the last node of `path`: the nearest that has a scroll bar, or a list or
 * document around it. Null where the node itself is meant.
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
  /** The tree of the window before it; null where that was not known. */
  readonly root: RawNode | null;
  /** What is scrolled. */
  readonly found: Promise<Found>;
}

/** Turns of the wheel after each other, and what they bring into view. */
export class Scrolling {
  #run: Run | null = null;

  /** The wheel is turned over what is found there. @param view the desktop before it */
  turned({ root }: LiveView, found: Promise<Found>): void {
    this.#run ??= { root, found };
  }

  /** A press there goes to what is found. Answers whether that was brought into view by the turns before it. */
  async ended(found: Promise<Found>, at: Point): Promise<boolean> {
    const run = this.#run;
    this.forget();
    return run?.root ? isBrought(run, run.root, at, found) : false;
  }

  /** Something else was done. */
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

/** Rows that leave may be the ones that come again, with something else in them: then it is another. */
function wasInView(before: RawNode, { runtimeId, controlType, name }: RawNode): boolean {
  const path = pathTo(before, runtimeId);
  const node = path?.at(-1);
  if (!path || !node?.bounds || node.controlType !== controlType || node.name !== name || !isSeen(node)) return false;
  const middle = center(node.bounds);
  return path.every(({ bounds }) => bounds === null || contains(bounds, middle));
}
