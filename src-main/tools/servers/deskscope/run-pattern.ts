import { z } from 'zod';
import { describeElement } from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import { patternCall } from '#contract/model/schemas/pattern';
import { defineTool } from '../../define-tool.ts';
import { namespace } from './define-step.ts';

export const runPattern = defineTool({
  name: 'run_pattern',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Run a pattern',
  description: 'Run a pattern (invoke, toggle, value, select, expand, …) of an element by its element id.',
  input: z.object({ element: elementId, call: patternCall }),
  secrets: {
    fields: ['call'],
    async apply({ engine, signal }, { element, call }) {
      if (call.pattern !== 'value') return false;
      return (await engine.details({ element }, { signal })).states.includes('password');
    },
  },
  async run(context, { element, call }) {
    const { engine, signal } = context;
    const after = await engine.runPattern({ element, call }, { signal });
    // For lists of calls: the id means nothing to a reader.
    const { bounds } = after;
    const selector = `id=${element}`;
    context.resolved({ selector, matchCount: 1, attempts: 1, elapsedMs: 0, bounds, element: describeElement(after) });
    return { text: `Ran ${call.pattern} on ${describeElement(after)}.` };
  },
});
