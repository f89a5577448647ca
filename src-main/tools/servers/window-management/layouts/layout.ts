import { z } from 'zod';
import { rect } from '#contract/model/schemas/geometry';
import type { Monitor } from '#contract/model/engine';
import type { WindowInfo, WindowState } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { isDeviceName } from '../../../../base/files/file-name.ts';
import type { KeptFiles } from '../../../session/kept-files.ts';

const states = ['normal', 'minimized', 'maximized', 'fullscreen'] as const satisfies readonly WindowState[];
const index = z.number().int().nonnegative();

/** The position of one window, and its identity: by handle and process while it exists, then by app, class and title. */
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
  /** Bounds of the monitors, by index. */
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

const folder = 'window-layouts';

/** Becomes the name of a file. */
export const layoutName = z
  .string()
  .regex(/^[a-z0-9][\w -]{0,63}$/i, 'expected up to 64 letters, digits, blanks, hyphens and underscores')
  .refine((name) => !isDeviceName(name), 'expected no name that means a device on Windows')
  .default('default')
  .describe('Name of the layout.');

/** @throws AppError `file_error` */
export function writeLayout(files: KeptFiles, name: string, saved: Layout): Promise<void> {
  return files.write(folder, name, `${JSON.stringify(saved, null, 2)}\n`);
}

/** @throws AppError `not_found` listing the layouts, `file_error` */
export async function readLayout(files: KeptFiles, name: string): Promise<Layout> {
  const text = await files.read(folder, name);
  if (text === null) throw noLayout(name, await files.names(folder));
  try {
    return layout.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('file_error', `The layout ${quoted(name)} cannot be read: its file holds something else.`, {
      hint: 'Save it again, which replaces the file.',
      delivery: 'not_delivered',
      cause,
    });
  }
}

function noLayout(name: string, names: readonly string[]): AppError {
  return new AppError('not_found', `There is no layout ${quoted(name)}.`, {
    hint: names.length > 0 ? `There are ${names.join(', ')}.` : 'Save one with save_window_layout.',
    delivery: 'not_delivered',
  });
}
