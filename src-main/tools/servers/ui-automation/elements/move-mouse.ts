import { z } from 'zod';
import { pointIn } from '#contract/model/elements/element-query';
import { defineAction } from '../action.ts';
import { windowFor } from '../window-of.ts';
import { placeHint, toPoint, windowAt } from './point.ts';
import { quoted } from '#contract/foreign-text';

export const moveMouse = defineAction({
  name: 'move_mouse',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  title: 'Move the mouse',
  description: 'Move the mouse pointer to a place or element without pressing, to hover over it and show tool tips.',
  input: z.object({ to: z.string().min(1).describe(placeHint) }),
  sentence: ({ to }) => `Move the mouse to ${quoted(to)}`,
  reach: ({ to }) => ({
    actsIn(context) {
      const at = pointIn(to);
      return at ? windowAt(context, at) : windowFor(context, { element: to });
    },
  }),
  async perform(context, input) {
    const { at, what, on } = await toPoint(context, input.to);
    await context.engine.moveMouse({ ...at, ...(on && { on }) }, { signal: context.signal });
    return { text: `The mouse is at ${what}.`, fields: { at } };
  },
});
