import { z } from 'zod';
import { mouseButton, type MouseButton } from '#contract/model/action';

/** UFO's `x` is the first button at the side. */
export const buttonField = z
  .enum([...mouseButton.options, 'x'])
  .default('left')
  .describe('x is back.');

/** Ours for UFO's. */
export function toButton(button: z.output<typeof buttonField>): MouseButton {
  return button === 'x' ? 'back' : button;
}
