import { z } from 'zod';
import { AppError } from '#contract/errors';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { isInView } from '#contract/model/elements/element-query';
import { describeTarget, locate } from '../locate.ts';
import { elementResult } from '../answers/outcome.ts';
import { reveal, revealBySearch } from '../reveal.ts';

export const scrollIntoView = defineAction({
  action: 'scroll_into_view',
  name: 'scroll_into_view',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  title: 'Scroll into view',
  description:
    'Scroll a list, table, tree or pane of a desktop window until an element can be seen; what is not there yet is looked for from the top to the end.',
  input: z.object({ ...target, timeout_ms: wait(10_000, 'it to come into view') }),
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
  sentence: (input) => `Scroll to ${describeTarget(input)}`,
  async perform(context, input, scan) {
    const until = Date.now() + input.timeout_ms;
    const found = await locate(context, input, scan, { until: 0 }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'element_not_found') return null;
      throw error;
    });
    if (found && isInView(found.element)) {
      return elementResult(context, found.window, found.element, 'Already in view:');
    }
    const { window, element } = found
      ? { ...found, element: await reveal(context, found.element, until) }
      : await revealBySearch(context, input, scan, until);
    return elementResult(context, window, element, 'In view:');
  },
});
