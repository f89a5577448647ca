import { z } from 'zod';
import { rect } from '#contract/model/schemas/geometry';
import type { Monitor } from '#contract/model/engine';
import type { WindowInfo, WindowState } from '#contract/model/windows/window';

const states = ['normal', 'minimized', 'maximized', 'fullscreen'] as const satisfies readonly WindowState[];
const index = z.number().int().nonnegative();

/** Where one window was, and how it is known again: by handle and process while it lives, then by app, class and title. */
export const savedWindow = z.object({
  handle: z.string(),
  pid: z.number(),
  app: z.string(),
  class_name: z.string(),
  title: z.string(),
  /** Physical screen pixels, with the frame. */
  bounds: rect,
  state: z.enum(states),
  monitor: index,
  desktop: index.nullable(),
  always_on_top: z.boolean(),
});
export type SavedWindow = Readonly<z.output<typeof savedWindow>>;

/** The file of a layout. */
export const layout = z.object({
  version: z.literal(1),
  /** ISO 8601. */
  saved_at: z.string(),
  /** The places of the monitors, by their index. */
  monitors: z.array(rect),
  /** Topmost first. */
  windows: z.array(savedWindow),
});
export type Layout = Readonly<z.output<typeof layout>>;

export function layoutOf(windows: readonly WindowInfo[], monitors: readonly Monitor[], now: Date): Layout {
  return {
    version: 1,
    saved_at: now.toISOString(),
    monitors: monitors.map(({ bounds }) => bounds),
    windows: windows.map((window) => ({
      handle: window.id,
      pid: window.processId,
      app: window.app,
      class_name: window.className,
      title: window.title,
      bounds: window.bounds,
      state: window.state,
      monitor: window.monitor,
      desktop: window.desktop,
      always_on_top: window.alwaysOnTop,
    })),
  };
}
