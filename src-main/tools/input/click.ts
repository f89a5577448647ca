import type { Modifier, ClickCount, MouseButton } from '#contract/model/schemas/action';

export interface Click {
  readonly button: MouseButton;
  readonly count: ClickCount;
  /** Held meanwhile. */
  readonly modifiers: readonly Modifier[];
  /** Milliseconds that the button stays down; a short click by default. */
  readonly holdMs?: number;
}
