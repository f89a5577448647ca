import { z } from 'zod';
import { describeElement, elementId } from '#contract/model/element';
import { patternCall } from '#contract/model/pattern';
import { defineTool } from '../../define-tool.ts';

const namespace = 'Deskscope';

export const focusElement = defineTool({
  name: 'focus_element',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Focus an element',
  description: 'Give the keyboard focus to an element by its element id.',
  input: z.object({ element: elementId }),
  async run({ engine, signal }, { element }) {
    await engine.focusElement({ element }, { signal });
    return { text: 'The element has the focus.' };
  },
});

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

/** What the buttons of our own window do; here too because every act passes the tool-runner. Agents are not shown these. */
export const deskscope = [focusElement, runPattern];
