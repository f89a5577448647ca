import type { ControlType, ElementState } from '#contract/model/elements/element';
import type { ElementFacts } from '#contract/model/elements/element-facts';
import { type Point, type Rect, intersect } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { RawLink } from '../../../../backend.ts';
import type { Control } from '../access/control.ts';

/** One kind of control: all that is known of the classes it represents. */
export interface ControlKind {
  /** Standard classes, in lower case. */
  readonly classes: readonly string[];
  describe(control: Control): ControlFacets;
}

/** What can be done, by pattern. Asks the app; somebody else verifies. */
export type Operations = {
  readonly [P in PatternCall['pattern']]?: (call: Extract<PatternCall, { readonly pattern: P }>) => void;
};

export type Facts = Partial<ElementFacts<RawLink>>;

/** What a tree row reports that depends on the kind of element, and where to learn the rest. */
interface Facets {
  readonly controlType: ControlType;
  readonly name?: string;
  /** Missing if it has none or hides it. */
  readonly value?: string | null;
  readonly description?: string;
  /** Not cut, for the details; missing if the value is never cut. */
  readonly wholeValue?: () => string | null;
  /** Elements in it that are no windows. */
  readonly parts?: Parts;
  /** What only details report; read when they are asked for. */
  readonly facts?: () => Facts;
  readonly operations?: Operations;
  readonly properties?: () => Readonly<Record<string, string>>;
  /** Of a grid: the cell, counted from 0; null if it has no such. */
  readonly cell?: (row: number, column: number) => readonly string[] | null;
}

export interface ControlFacets extends Facets {
  /** Beyond those that every window has. */
  readonly states?: readonly ElementState[];
  readonly focusable?: boolean;
  /** The text that names it; null for a kind that such a text may name, if there is none. */
  readonly label?: Control | null;
}

/** An element that is no window, such as a row of a list. */
export interface Part extends Facets {
  /** Its name among its siblings, the same while it lives; no dot in it. */
  readonly key: string;
  readonly name: string;
  readonly states: readonly ElementState[];
  readonly bounds: Rect | null;
  readonly automationId?: string;
  /** Makes it what the keys act on, once its control has the focus. */
  readonly focus?: () => void;
}

export interface Parts {
  readonly count: number;
  /** Some of them, read at once; those that are gone meanwhile are left out. */
  read(offset: number, limit: number): readonly Part[];
  /** Null if there is no such part any more. */
  find(key: string): Part | null;
  /** The key of the part at a point of the screen; missing if the places of the parts report the same. */
  at?(point: Point): string | null;
}

/** Parts that are numbered, read by their numbers. */
export function numbered(count: number, read: (first: number, count: number) => readonly Part[]): Parts {
  return {
    count,
    read: (offset, limit) => {
      const wanted = Math.min(limit, count - offset);
      return wanted > 0 ? read(offset, wanted) : [];
    },
    find: (key) => {
      const index = indexOf(key, count);
      return index === null ? null : (read(index, 1)[0] ?? null);
    },
  };
}

/** The number a key represents; null if it is not one below `count`. */
export function indexOf(key: string, count: number): number | null {
  return /^(0|[1-9]\d{0,8})$/.test(key) && Number(key) < count ? Number(key) : null;
}

/** Parts that are known already; null represents one that there is not. */
export function fixed(found: readonly (Part | null)[]): Parts {
  const parts = found.filter((part) => part !== null);
  return {
    count: parts.length,
    read: (offset, limit) => parts.slice(offset, offset + limit),
    find: (key) => parts.find((part) => part.key === key) ?? null,
  };
}

/** The states of a part: those it shares with its control, whether it can be seen there, and its own. */
export function partStates(
  control: Control,
  bounds: Rect | null,
  own: readonly (ElementState | false)[] = [],
): readonly ElementState[] {
  const isShown = bounds !== null && control.shownClient !== null && intersect(bounds, control.shownClient) !== null;
  const states: readonly (ElementState | false)[] = [
    control.isEnabled && 'enabled',
    control.isVisible && 'visible',
    control.isVisible && !isShown && 'offscreen',
    ...own,
  ];
  return states.filter((state) => state !== false);
}
