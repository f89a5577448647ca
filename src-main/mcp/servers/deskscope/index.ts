import { z } from 'zod';
import { describeElement, elementId, patternCall } from '#contract/model/element';
import { formatRect } from '#contract/model/geometry';
import { windowAction, windowId } from '#contract/model/window';
import { defineTool } from '../../define-tool.ts';

const namespace = 'Deskscope';

/** What the buttons of our own window do; here too because every act passes the tool-runner. Agents are not shown these. */
export const actOnWindow = defineTool({
  name: 'act_on_window',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Act on a window',
  description: 'Focus, minimise, maximise, restore or close a window by its handle.',
  input: z.object({ window: windowId, action: windowAction }),
  async run({ engine, signal }, { window, action }) {
    const after = await engine.actOnWindow({ window, action }, { signal });
    const text = after
      ? `“${after.title}” is ${after.state}${after.active ? ' and active' : ''}.`
      : 'The window is closed.';
    return { text, data: after };
  },
});

export const moveWindow = defineTool({
  name: 'move_window',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Move or resize a window',
  description:
    'Give a window a new place, a new size, or both, by its handle; in physical screen pixels with the frame.',
  input: z.object({
    window: windowId,
    ...{ x: z.number().int().optional(), y: z.number().int().optional() },
    ...{ width: z.number().int().positive().optional(), height: z.number().int().positive().optional() },
  }),
  async run({ engine, signal }, { window, ...wanted }) {
    const bounds = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const after = await engine.moveWindow({ window, bounds }, { signal });
    return { text: `“${after.title}” is at ${formatRect(after.bounds)}.`, data: after };
  },
});

export const launchApp = defineTool({
  name: 'launch_app',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Start an app',
  description: 'Start a program, without a shell, and wait for its first window.',
  input: z.object({ command: z.string().min(1), args: z.array(z.string()).default([]) }),
  sentence: ({ command, args }) => `Start ${[command, ...args].join(' ')}`,
  async run({ engine, signal }, { command, args }) {
    const window = await engine.launch({ command, args }, { signal });
    return { text: `Started ${command}: ${window.id} “${window.title}”.`, data: window };
  },
});

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

export const deskscope = [actOnWindow, moveWindow, launchApp, focusElement, runPattern];
