import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';
import { act, actOn } from './act.ts';
import { acting } from './namespace.ts';
import { namedWindow, onWindow } from './on-window.ts';
import { windowResult } from './window-facts.ts';
import { describeName } from './window-name.ts';
import { windowNaming } from '../../target/target-input.ts';

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
      // Restoring one that is not would bring a minimised window back, which no one asked for.
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
