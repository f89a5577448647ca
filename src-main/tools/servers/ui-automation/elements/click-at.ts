import { z } from 'zod';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import { defineAction } from '../action.ts';
import { windowAt } from './point.ts';

export const clickAt = defineAction({
  name: 'click_at',
  type: 'action',
  effect: 'act',
  title: 'Click at a point',
  description:
    'Click at a point of the screen with the mouse, for what has no element. Screen pixels, as all results say.',
  input: z.object({
    x: z.number().int(),
    y: z.number().int(),
    button: mouseButton.default('left'),
    double: z.boolean().default(false).describe('Double-click.'),
    modifiers: z.array(modifier).default([]).describe('Keys held while clicking.'),
  }),
  sentence: ({ x, y, button, double }) =>
    `${double ? 'Double-click' : 'Click'} at ${x}, ${y} with the ${button} button`,
  reach: ({ x, y }) => ({
    actsIn: (context) => windowAt(context, { x, y }),
    points: () => Promise.resolve([{ x, y }]),
  }),
  async perform({ engine, signal }, { x, y, button, double, modifiers }) {
    await engine.click({ at: { x, y }, button, count: double ? 2 : 1, modifiers }, { signal });
    return { text: `${double ? 'Double-clicked' : 'Clicked'} at ${x}, ${y}.`, fields: { at: { x, y } } };
  },
});
