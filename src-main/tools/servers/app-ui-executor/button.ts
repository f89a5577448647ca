import { z } from 'zod';
import type { MouseButton } from '#contract/model/recordings/action';
import { mouseButton } from '#contract/model/schemas/action';

/** UFO's `x` is the first button at the side. */
export const buttonField = z
  .enum([...mouseButton.options, 'x'])
  .default('left')
  .describe('x is back.');

/** Ours for UFO's. */
export function toButton(button: z.output<typeof buttonField>): MouseButton {
  return button === 'x' ? 'back' : button;
}
