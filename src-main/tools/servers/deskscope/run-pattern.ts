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
  async run({ engine, signal }, { element, call }) {
    const after = await engine.runPattern({ element, call }, { signal });
    return { text: `Ran ${call.pattern} on ${describeElement(after)}.` };
  },
});
