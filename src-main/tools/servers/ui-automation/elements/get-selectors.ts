import { z } from 'zod';
import { defineAction } from '../action.ts';
import { element } from '../fields.ts';
import { describeWindow, lineOf } from '../answers/line.ts';
import { locate } from '../locate.ts';

export const getSelectors = defineAction({
  name: 'get_selectors',
  type: 'data_collection',
  effect: 'observe',
  title: 'Selectors of an element',
  description:
    'List selectors that match one element of a desktop window and no other, best first: words that find it again after a restart, for scripts.',
  input: z.object({ element }),
  async perform(context, input, scan) {
    const { window, element: found } = await locate(context, input, scan, { until: 0 });
    const selectors = await context.engine.selectors({ element: found.id }, { signal: context.signal });
    const lines = selectors.map(({ grade, kind, selector }) => `${grade} ${kind}: ${selector}`);
    return {
      text: [`${lineOf(context, found)} in ${describeWindow(window)}`, ...lines].join('\n'),
      fields: { selectors: selectors.map(({ selector, kind, grade }) => ({ selector, kind, grade })) },
    };
  },
});
