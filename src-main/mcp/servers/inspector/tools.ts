import { z } from 'zod';
import { describeElement, elementId, patternCall } from '#contract/model/element';
import { windowAction, windowId } from '#contract/model/window';
import { defineTool, type Tool } from '../../define-tool.ts';

const namespace = 'Inspector';

/** What the user's own buttons do, as tools: so that they are permitted, traced and verified like anyone's calls. */
export const inspectorTools: readonly Tool[] = [
  defineTool({
    name: 'act_on_window',
    namespace,
    type: 'action',
    effect: 'act',
    title: 'Act on a window',
    description: 'Focus, minimise, maximise, restore or close a desktop window. Verified afterwards.',
    input: z.object({ window: windowId, action: windowAction }),
    sentence: ({ window, action }) => `${action} the window ${window}`,
    async run({ engine, signal }, { window, action }) {
      const after = await engine.actOnWindow({ window, action }, { signal });
      return {
        text: after ? `“${after.title}” is now ${after.state}.` : 'The window is closed.',
        data: { window: after },
      };
    },
  }),

  defineTool({
    name: 'focus_element',
    namespace,
    type: 'action',
    effect: 'act',
    title: 'Focus an element',
    description: 'Give the keyboard focus to an element of a desktop window.',
    input: z.object({ element: elementId }),
    sentence: ({ element }) => `focus the element ${element}`,
    async run({ engine, signal }, { element }) {
      await engine.focusElement({ element }, { signal });
      return { text: 'The element has the keyboard focus.' };
    },
  }),

  defineTool({
    name: 'run_pattern',
    namespace,
    type: 'action',
    effect: 'act',
    title: 'Run a pattern',
    description: 'Invoke, toggle, set, select, expand or scroll to an element without mouse or keyboard.',
    input: z.object({ element: elementId, call: patternCall }),
    sentence: ({ element, call }) => `${call.pattern} the element ${element}`,
    async run({ engine, signal }, { element, call }) {
      const after = await engine.runPattern({ element, call }, { signal });
      return { text: `${call.pattern} done: ${describeElement(after)}.`, data: { element: after } };
    },
  }),
];
