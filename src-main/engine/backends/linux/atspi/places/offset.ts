import type { Ref } from '../vocabulary/ref.ts';

/** What turns extents into screen pixels: what must be added to them, once they are scaled. */
export interface Offset {
  readonly x: number;
  readonly y: number;
  /** Screen pixels in a unit that the app counts in; 1 by default. */
  readonly scale?: number;
  /** For what an app draws itself inside a toolkit's window. */
  readonly drawn?: true;
}

/** What is known of an element already and need not be asked; null if the app was asked in another way. */
export interface Known {
  readonly role?: number;
  readonly attributes?: ReadonlyMap<string, string> | null;
  readonly parent?: Ref | null;
  /** Empty if it is called by its class alone. */
  readonly name?: string;
}

/** What one of several parts of a window counts from; `nowhere` if this is unknown. */
export type PartOffset = Offset | 'nowhere';

/** Elements that count from elsewhere than the rest of their window. */
export interface Parts {
  /**
   * What to add to the extents of one of them, null for every other element.
   * @throws DBusFailure if it is gone
   */
  offsetOf(ref: Ref, signal: AbortSignal, known?: Known): Promise<PartOffset | null>;
  /** Whether they still count from there; missing if that does not change while the frame is where it is. */
  holds?(signal: AbortSignal): Promise<boolean>;
}

export const noOffset: Offset = { x: 0, y: 0 };
