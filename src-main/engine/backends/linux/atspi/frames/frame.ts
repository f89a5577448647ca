import type { Ref } from '../vocabulary/ref.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Parts, Offset } from '../places/offset.ts';
import type { Rect } from '#contract/model/schemas/geometry';

/** A window's accessible root, and what one needs to know to read below it. */
export interface Frame {
  readonly ref: Ref;
  readonly app: Ref;
  readonly toolkit: Toolkit;
  /** Toolkit of the window. */
  readonly title: string;
  /** Added to extents to have screen pixels. */
  readonly offset: Offset;
  /** Elements that count from elsewhere; null if all count from one place. */
  readonly parts: Parts | null;
  /** Position of the window's root, in screen pixels. */
  readonly place: Rect;
  /** Several frames are as near; which one it is may become clear later. */
  readonly isGuess: boolean;
}

export interface FrameCandidate {
  readonly ref: Ref;
  readonly name: string;
  readonly extents: Rect;
  readonly isActive: boolean;
}
