import { z } from 'zod';
import { AppError } from '#contract/errors';
import { lines, longTextsNote, pageOf } from '../../../answers/page.ts';
import { defineAction } from '../action.ts';
import { Describer } from '../answers/describe.ts';
import { describeWindow, lineOf } from '../answers/line.ts';
import { windowAt } from './point.ts';

/** Of the room, beside the element itself. */
const shareOfAncestors = 0.75;

export const elementAtPoint = defineAction({
  name: 'element_at_point',
  type: 'data_collection',
  effect: 'observe',
  title: 'What is at a point',
  description: 'Return the element and window at a screen point, with their ancestors.',
  input: z.object({ x: z.number().int(), y: z.number().int() }).describe('Screen pixels.'),
  reach: (at) => ({ actsIn: (context) => windowAt(context, at) }),
  async perform(context, at, scan) {
    const hit = await context.engine.elementAt(at, { signal: context.signal });
    if (!hit) {
      throw new AppError('element_not_found', `There is no element at ${at.x}, ${at.y}.`, {
        hint: 'Coordinates are physical screen pixels from the primary monitor’s top left.',
      });
    }
    const { window, element, ancestors } = hit;
    scan.windowTitle = window.title;
    const describer = await Describer.for(context, window);
    const nearestFirst = pageOf(
      [...ancestors].reverse(),
      (one, room) => ({ text: lineOf(context, one), data: room.short(describer.describe(one)) }),
      { what: 'ancestors', room: context.room * shareOfAncestors },
    );
    const around = [...nearestFirst.items].reverse();
    const missing = ancestors.length - around.length;
    return {
      text: [
        `${lineOf(context, element)} in ${describeWindow(window)}`,
        'It is in:',
        ...around.map(({ text }) => text),
      ].join('\n'),
      fields: { element: describer.describe(element), ancestors: around.map(({ data }) => data) },
      note: lines(
        missing > 0 && `${missing} more around these are left out: get_tree shows the window from its root.`,
        nearestFirst.cut && longTextsNote,
      ),
    };
  },
});
