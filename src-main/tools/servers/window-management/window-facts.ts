import { z } from 'zod';
import { formatRect } from '#contract/model/geometry';
import { appName, type WindowInfo, type WindowState } from '#contract/model/windows/window';
import { pageOf } from '../../answers/page.ts';
import type { ToolResult } from '../../define-tool.ts';
import { quoted } from '#contract/foreign-text';

/** Longer titles are cut in texts, not in data. */
const maxTitle = 120;

const stateWords: Readonly<Record<WindowState, string>> = {
  normal: 'in its normal size',
  minimized: 'minimised',
  maximized: 'maximised',
  fullscreen: 'full screen',
};

const index = z.number().int();

/** Schema of a window in results. */
export const windowFactsSchema = z.looseObject({
  title: z.string(),
  app: z.string(),
  pid: index,
  active: z.boolean(),
  handle: z.string(),
  /** Physical screen pixels, with the frame. */
  bounds: z.object({ x: index, y: index, width: index, height: index }),
  state: z.string(),
  monitor: index,
  desktop: index.nullable(),
});

/** A window in results; bounds are physical screen pixels with the frame, indices are 0-based. */
export function windowFacts(window: WindowInfo) {
  const { title, app, processId, active, id, bounds, state, monitor, desktop } = window;
  return {
    title,
    app,
    pid: processId,
    active,
    handle: id,
    bounds,
    state,
    monitor,
    /** Null if it is on all desktops. */
    desktop,
    always_on_top: window.alwaysOnTop,
    class_name: window.className,
    kind: window.kind,
    /** The handle of a dialog's owner. */
    owner: window.owner,
    /** The owner takes no input until this one is closed. */
    ...(window.modal && { modal: true }),
  };
}
export type WindowFacts = ReturnType<typeof windowFacts>;

/** `“Calculator” (galculator, pid 12)` */
export function nameOf({ title, app, processId }: WindowInfo): string {
  return `${quoted(title, maxTitle)} (${appName(app)}, pid ${processId})`;
}

/** One line for a list. */
export function lineOf(window: WindowInfo, { withoutPlaces = false } = {}): string {
  if (!withoutPlaces) return `${nameOf(window)}: ${standing(window)}, ${placeOf(window)}`;
  return `${window.id} ${nameOf(window)}: ${standing(window)}`;
}

/** As many windows as fit, if the outcome matters more than their properties. */
export function windowRows(windows: readonly WindowInfo[], room: number) {
  const { items } = pageOf(
    windows,
    (window, filling) => ({ text: `- ${lineOf(window)}`, data: filling.short(windowFacts(window)) }),
    { what: 'windows', room },
  );
  const left = windows.length - items.length;
  return {
    text: items.map(({ text }) => text).join('\n'),
    data: items.map(({ data }) => data),
    note: left > 0 ? `${left} more are left out here: list_windows has those that are open.` : undefined,
  };
}

/** A tool's answer about the window that it acted on. */
export function windowResult(window: WindowInfo): ToolResult {
  return {
    text: `${nameOf(window)} is ${standing(window)}: ${placeOf(window)}.`,
    data: windowFacts(window),
  };
}

function standing({ state, active, alwaysOnTop }: WindowInfo): string {
  const words = [stateWords[state], active && 'active', alwaysOnTop && 'always on top'];
  return words.filter(Boolean).join(', ');
}

function placeOf({ id, bounds, monitor, desktop }: WindowInfo): string {
  const where = desktop === null ? 'all desktops' : `desktop ${desktop}`;
  return `handle ${id}, at ${formatRect(bounds)}, monitor ${monitor}, ${where}`;
}
