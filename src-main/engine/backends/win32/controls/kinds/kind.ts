import type { ControlType, ElementState } from '#contract/model/elements/element';
import type { ElementFacts } from '#contract/model/elements/element-facts';
import { type Point, type Rect, intersect } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { RawLink } from '../../../../backend.ts';
import type { Control } from '../access/control.ts';

/** One kind of control: everything known about its classes. */
export interface ControlKind {
  /** Standard classes, in lower case. */
  readonly classes: readonly string[];
  describe(control: Control): ControlFacets;
}

/** The supported patterns. Performs them through the app; the caller verifies. */
export type Operations = {
  readonly [P in PatternCall['pattern']]?: (call: Extract<PatternCall, { readonly pattern: P }>) => void;
};

export type Facts = Partial<ElementFacts<RawLink>>;

/** Kind-specific facts of a tree row, and sources for the rest. */
interface Facets {
  readonly controlType: ControlType;
  readonly name?: string;
  /** Missing if there is none or it is hidden. */
  readonly value?: string | null;
  readonly description?: string;
  /** Untruncated, for details; missing if the value is never truncated. */
  readonly wholeValue?: () => string | null;
  /** Child elements that are not windows. */
  readonly parts?: Parts;
  /** Facts for details only; read on demand. */
  readonly facts?: () => Facts;
  readonly operations?: Operations;
  readonly properties?: () => Readonly<Record<string, string>>;
  /** A grid's cell, 0-based; null if it does not exist. */
  readonly cell?: (row: number, column: number) => readonly string[] | null;
}

export interface ControlFacets extends Facets {
  /** In addition to those of every window. */
  readonly states?: readonly ElementState[];
  readonly focusable?: boolean;
  /** Its own label; null, for a kind that takes a label, if there is none. */
  readonly label?: Control | null;
}

/** An element that is not a window, such as a list row. */
export interface Part extends Facets {
  /** Its stable key among its siblings; must not contain dots. */
  readonly key: string;
  readonly name: string;
  readonly states: readonly ElementState[];
  readonly bounds: Rect | null;
  readonly automationId?: string;
  /** Makes it current, once its control has the focus. */
  readonly focus?: () => void;
}

export interface Parts {
  readonly count: number;
  /** Some parts, read at once; those gone meanwhile are omitted. */
  read(offset: number, limit: number): readonly Part[];
  /** Null if the part no longer exists. */
  find(key: string): Part | null;
  /** The key of the part at a screen point; missing if the parts' bounds suffice. */
  at?(point: Point): string | null;
}

/** Numbered parts, read by index. */
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

/** The index of a key; null if it is not below `count`. */
export function indexOf(key: string, count: number): number | null {
  return /^(0|[1-9]\d{0,8})$/.test(key) && Number(key) < count ? Number(key) : null;
}

/** Parts that are already known; null stands for a missing one. */
export function fixed(found: readonly (Part | null)[]): Parts {
  const parts = found.filter((part) => part !== null);
  return {
    count: parts.length,
    read: (offset, limit) => parts.slice(offset, offset + limit),
    find: (key) => parts.find((part) => part.key === key) ?? null,
  };
}

/** The states of a part: those of its control, its visibility, and its own. */
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
