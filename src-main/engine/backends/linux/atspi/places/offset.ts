import type { Rect } from '#contract/model/geometry';
import type { Ref } from '../vocabulary/ref.ts';

/** Converts extents to screen pixels: the offset added after scaling. */
export interface Offset {
  readonly x: number;
  readonly y: number;
  /** Screen pixels per app unit; 1 by default. */
  readonly scale?: number;
  /** For app-drawn content inside a toolkit window. */
  readonly drawn?: true;
  /** Where the element is, if the extents it tells are also of another size. */
  readonly within?: Rect;
}

/** Facts about an element that need no query; null if the app was queried differently. */
export interface Known {
  readonly role?: number;
  readonly attributes?: ReadonlyMap<string, string> | null;
  readonly parent?: Ref | null;
  /** Empty if the name is only the class. */
  readonly name?: string;
}

/** The origin of one of several parts of a window; `nowhere` if unknown. */
export type PartOffset = Offset | 'nowhere';

/** Elements with another origin than the rest of their window. */
export interface Parts {
  /**
   * The offset of one of these elements, null for any other; without a promise if it needs no query.
   * @throws DBusFailure if it is gone
   */
  offsetOf(ref: Ref, signal: AbortSignal, known?: Known): PartOffset | null | Promise<PartOffset | null>;
  /** Whether an element whose offset was queried shows although its states deny it; missing if there are none. */
  shows?(ref: Ref): boolean;
  /** Whether the origin is unchanged; missing if it cannot change while the frame stays in place. */
  holds?(signal: AbortSignal): Promise<boolean>;
}

export const noOffset: Offset = { x: 0, y: 0 };

/** The answer of the first source that knows the element. */
export function firstOf(...all: readonly (Parts | null)[]): Parts {
  return {
    async offsetOf(ref, signal, known) {
      for (const parts of all) {
        const offset = await parts?.offsetOf(ref, signal, known);
        if (offset) return offset;
      }
      return null;
    },
  };
}
