import type { Ref } from '../vocabulary/ref.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Parts, Offset } from '../places/offset.ts';
import type { Rect } from '#contract/model/schemas/geometry';

/** A window's accessible root, and the facts needed to read below it. */
export interface Frame {
  readonly ref: Ref;
  readonly app: Ref;
  readonly toolkit: Toolkit;
  /** Toolkit of the window. */
  readonly title: string;
  /** Added to extents to get screen pixels. */
  readonly offset: Offset;
  /** The same for points of hit tests, if they are told otherwise. */
  readonly hits?: Offset;
  /** Elements with another coordinate origin; null if there are none. */
  readonly parts: Parts | null;
  /** Position of the window's root, in screen pixels. */
  readonly place: Rect;
  /** A page of another process in a window, which is no window itself. */
  readonly isPage?: boolean;
  /** Several frames match equally well; more may be known later. */
  readonly isGuess: boolean;
}

export interface FrameCandidate {
  readonly ref: Ref;
  readonly name: string;
  readonly extents: Rect;
  readonly isActive: boolean;
}
