import { z } from 'zod';
import { formatRect } from '#contract/model/geometry';
import { windowAction, windowId, type WindowInfo } from '#contract/model/window';
import { defineTool } from '../../define-tool.ts';

const common = { namespace: 'Deskscope', type: 'action', effect: 'act' } as const;
const index = z.number().int().nonnegative();

export const actOnWindow = defineTool({
  ...common,
  name: 'act_on_window',
  title: 'Act on a window',
  description:
    'Focus, minimise, maximise, restore, pin on top, unpin or close a window by its handle, or give it the full screen.',
  input: z.object({ window: windowId, action: windowAction }),
  async run({ engine, signal }, { window, action }) {
    const after = await engine.actOnWindow({ window, action }, { signal });
    return { text: after ? standing(after) : 'The window is closed.', data: after };
  },
});

export const moveWindow = defineTool({
  ...common,
  name: 'move_window',
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

export const moveToMonitor = defineTool({
  ...common,
  name: 'move_to_monitor',
  title: 'Move a window to another monitor',
  description: 'Move a window to a monitor by its 0-based index; one that fills its monitor fills the other one.',
  input: z.object({ window: windowId, monitor: index }),
  async run({ engine, signal }, input) {
    const after = await engine.moveToMonitor(input, { signal });
    return { text: `“${after.title}” is on monitor ${after.monitor}, at ${formatRect(after.bounds)}.`, data: after };
  },
});

export const moveToDesktop = defineTool({
  ...common,
  name: 'move_to_desktop',
  title: 'Move a window to another desktop',
  description: 'Move a window to a virtual desktop by its 0-based index; the desktop that is shown stays.',
  input: z.object({ window: windowId, desktop: index }),
  async run({ engine, signal }, input) {
    const after = await engine.moveToDesktop(input, { signal });
    return { text: `“${after.title}” is on desktop ${after.desktop}.`, data: after };
  },
});

export const switchToNext = defineTool({
  ...common,
  name: 'switch_to_next_window',
  title: 'Switch to the next window',
  description: 'Focus the window below the active one, as one press of Alt+Tab does.',
  input: z.object({}),
  async run({ engine, signal }) {
    const after = await engine.switchToNext({}, { signal });
    return { text: standing(after), data: after };
  },
});

export const launchApp = defineTool({
  ...common,
  name: 'launch_app',
  title: 'Start an app',
  description: 'Start a program, without a shell, and wait for its first window.',
  input: z.object({ command: z.string().min(1), args: z.array(z.string()).default([]) }),
  sentence: ({ command, args }) => `Start ${[command, ...args].join(' ')}`,
  async run({ engine, signal }, { command, args }) {
    const window = await engine.launch({ command, args }, { signal });
    return { text: `Started ${command}: ${window.id} “${window.title}”.`, data: window };
  },
});

function standing({ title, state, active, alwaysOnTop }: WindowInfo): string {
  return `“${title}” is ${[state, active && 'active', alwaysOnTop && 'on top'].filter(Boolean).join(' and ')}.`;
}
