import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import type { LookContext } from '../../../define-tool.ts';
import { pointIn } from '#contract/model/elements/element-query';
import { defineAction } from '../action.ts';
import { windowFor } from '../window-of.ts';
import { labelOf, placeHint, placeOf, toPoint, windowAt } from './point.ts';

const place = z.string().min(1).describe(placeHint);

export const drag = defineAction({
  name: 'drag',
  type: 'action',
  effect: 'act',
  title: 'Drag',
  description: 'Drag with the mouse from one place or element to another, to move things, select or draw.',
  input: z.object({
    from: place,
    to: place,
    button: mouseButton.default('left'),
    modifiers: z.array(modifier).default([]).describe('Keys held while dragging.'),
    duration_ms: z.number().int().min(0).max(60_000).default(500).describe('How long the way takes, in milliseconds.'),
  }),
  sentence: ({ from, to }) => `Drag from ${quoted(from)} to ${quoted(to)}`,
  reach: ({ from, to }) => ({
    actsIn: (context) => windowUnder(context, from),
    points: (context) => Promise.all([from, to].map((place) => placeOf(context, place))),
    labels: async (context) => [...(await labelOf(context, from)), ...(await labelOf(context, to))],
  }),
  deadlineMs: ({ duration_ms: ms }) => 30_000 + ms,
  async perform(context, input) {
    const { button, modifiers, duration_ms: durationMs } = input;
    const from = await toPoint(context, input.from);
    const to = await toPoint(context, input.to);
    await context.engine.drag(
      { from: from.at, to: to.at, button, durationMs, modifiers, on: { from: from.on, to: to.on } },
      { signal: context.signal, timeoutMs: durationMs + 15_000 },
    );
    return { text: `Dragged from ${from.what} to ${to.what}.`, fields: { from: from.at, to: to.at } };
  },
});

function windowUnder(context: LookContext, place: string) {
  const at = pointIn(place);
  return at ? windowAt(context, at) : windowFor(context, { element: place });
}
