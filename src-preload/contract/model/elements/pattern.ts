import type { Rect } from '../geometry.ts';
import type { Pattern, PatternCall, ScrollAxis } from '../schemas/pattern.ts';

export type { Pattern, PatternCall, ScrollAxis };

/** Target position and size of a transform; omitted fields are missing. Physical screen pixels. */
export function boundsOf(call: Extract<PatternCall, { pattern: 'transform' }>): Partial<Rect> {
  const { x, y, width, height } = call;
  return Object.fromEntries(Object.entries({ x, y, width, height }).filter(([, value]) => value !== undefined));
}
