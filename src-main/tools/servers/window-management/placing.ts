import { z } from 'zod';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Rect } from '#contract/model/geometry';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { windowNaming } from '../../target/target-input.ts';
import { acting } from './namespace.ts';
import { namedWindow, onWindow, act, actOn } from './on-window.ts';
import { windowResult } from './window-facts.ts';
import { describeName } from './find-named.ts';

const named = { ...acting, idempotent: true, reach: namedWindow } as const;

export const minimizeWindow = defineTool({
  ...named,
  name: 'minimize_window',
  title: 'Minimise a window',
  description: 'Minimise a window; restore_window or focus_window brings it back.',
  input: z.object(windowNaming),
  sentence: (name) => `Minimise the window ${describeName(name)}`,
  run: (context, name) => act(context, name, 'minimize'),
});

export const maximizeWindow = defineTool({
  ...named,
  name: 'maximize_window',
  title: 'Maximise a window',
  description: 'Maximise a window: it fills its monitor and keeps its frame.',
  input: z.object(windowNaming),
  sentence: (name) => `Maximise the window ${describeName(name)}`,
  run: (context, name) => act(context, name, 'maximize'),
});

export const restoreWindow = defineTool({
  ...named,
  name: 'restore_window',
  title: 'Restore a window',
  description: 'Undo minimising, maximising or full screen of a window.',
  input: z.object(windowNaming),
  sentence: (name) => `Restore the window ${describeName(name)}`,
  run: (context, name) => act(context, name, 'restore'),
});

export const setFullscreen = defineTool({
  ...named,
  name: 'set_fullscreen',
  title: 'Full screen on or off',
  description: 'Give a window the whole monitor, without its frame; or with on=false its frame and place again.',
  input: z.object({ ...windowNaming, on: z.boolean().default(true) }),
  sentence: ({ on, ...name }) => `${on ? 'Give' : 'No longer give'} the window ${describeName(name)} the full screen`,
  run: (context, { on, ...name }) =>
    onWindow(context, name, async (window) => {
      if (on) return actOn(context, window, 'fullscreen');
      // Restoring any other state could restore a minimised window, which was not requested.
      return window.state === 'fullscreen' ? actOn(context, window, 'restore') : windowResult(window);
    }),
});

export const setAlwaysOnTop = defineTool({
  ...named,
  name: 'set_always_on_top',
  title: 'Always on top, on or off',
  description: 'Keep a window above all others; or with on=false no longer.',
  input: z.object({ ...windowNaming, on: z.boolean().default(true) }),
  sentence: ({ on, ...name }) => `Keep the window ${describeName(name)} ${on ? '' : 'no longer '}above all others`,
  run: (context, { on, ...name }) => act(context, name, on ? 'pinOnTop' : 'unpin'),
});

const placing = { ...acting, idempotent: true, reach: namedWindow } as const;
const coordinate = z.number().int();
const size = z.number().int().positive();
const index = z.number().int().nonnegative();

export const moveWindow = defineTool({
  ...placing,
  name: 'move_window',
  title: 'Move a window',
  description:
    'Move a window to a place on the screen: the top left of its frame, in physical screen pixels. With width and height it is resized too.',
  input: z.object({ ...windowNaming, x: coordinate, y: coordinate, width: size.optional(), height: size.optional() }),
  sentence: ({ x, y, ...name }) => `Move the window ${describeName(name)} to ${x}, ${y}`,
  run: (context, { x, y, width, height, ...name }) =>
    onWindow(context, name, (window) => {
      const wanted = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
      return place(context, window, { x, y, ...wanted });
    }),
});

export const resizeWindow = defineTool({
  ...placing,
  name: 'resize_window',
  title: 'Resize a window',
  description: 'Give a window a new size, with its frame, in physical screen pixels; its top left stays.',
  input: z.object({ ...windowNaming, width: size, height: size }),
  sentence: ({ width, height, ...name }) => `Resize the window ${describeName(name)} to ${width} × ${height}`,
  run: (context, { width, height, ...name }) =>
    onWindow(context, name, (window) => place(context, window, { width, height })),
});

async function place({ engine, signal }: ToolContext, { id }: WindowInfo, bounds: Partial<Rect>): Promise<ToolResult> {
  return windowResult(await engine.moveWindow({ window: id, bounds }, { signal }));
}

export const moveWindowToMonitor = defineTool({
  ...placing,
  name: 'move_window_to_monitor',
  title: 'Move a window to another monitor',
  description: 'Move a window to a monitor, counted from 0; one that fills its monitor fills the other one.',
  input: z.object({ ...windowNaming, monitor: index }),
  sentence: ({ monitor, ...name }) => `Move the window ${describeName(name)} to monitor ${monitor}`,
  run: (context, { monitor, ...name }) =>
    onWindow(context, name, async ({ id: window }) => {
      const { engine, signal } = context;
      return windowResult(await engine.moveToMonitor({ window, monitor }, { signal }));
    }),
});

export const moveWindowToDesktop = defineTool({
  ...placing,
  name: 'move_window_to_desktop',
  title: 'Move a window to another desktop',
  description: 'Move a window to a virtual desktop, counted from 0; the desktop that is shown stays.',
  input: z.object({ ...windowNaming, desktop: index }),
  sentence: ({ desktop, ...name }) => `Move the window ${describeName(name)} to desktop ${desktop}`,
  run: (context, { desktop, ...name }) =>
    onWindow(context, name, async ({ id: window }) => {
      const { engine, signal } = context;
      return windowResult(await engine.moveToDesktop({ window, desktop }, { signal }));
    }),
});

export const showDesktop = defineTool({
  ...acting,
  name: 'show_desktop',
  idempotent: true,
  title: 'Show another desktop',
  description: 'Switch to a virtual desktop, counted from 0. Windows stay on the desktops they are on.',
  input: z.object({ desktop: index }),
  sentence: ({ desktop }) => `Switch to desktop ${desktop}`,
  reach: ({ desktop }) => ({ actsIn: () => ({ id: null, title: `desktop ${desktop}`, app: '' }) }),
  async run({ engine, signal }, { desktop }) {
    const { count, current } = await engine.showDesktop({ desktop }, { signal });
    return { text: `Desktop ${current} of ${count} is shown, counted from 0.`, data: { count, current } };
  },
});
