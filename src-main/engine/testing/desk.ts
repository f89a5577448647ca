import { vi } from 'vitest';
import type { ElementNode } from '#contract/model/elements/element';
import { center, type Point } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../engine.ts';
import { soon } from './outcome.ts';

/** A part of an app: the only window whose title contains `title`, and a selector in it. */
export interface Spot {
  readonly title: string;
  readonly selector: string;
}

/** Actions that some platforms lack. */
export type WindowAction = 'drawPointer' | 'minimize' | 'maximize' | 'fullscreen' | 'pinOnTop' | 'moveToDesktop';

/** The desktop that the contract needs: three open apps, and another program that opens windows. */
export interface Desk {
  readonly engine: Engine;
  /** Actions unavailable to any program on this platform. */
  readonly cannot?: readonly WindowAction[];
  readonly calculator: {
    readonly title: string;
    /** Selectors of buttons. */
    readonly seven: string;
    readonly times: string;
    readonly six: string;
    readonly equals: string;
    readonly clear: string;
    /** The text of its display. */
    result(): Promise<string>;
  };
  /** A multi-line field to type into. */
  readonly editor: Spot;
  readonly checkBox: Spot;
  /** An element whose drawn name can be read. */
  readonly legible: Spot;
  /** A call that needs it enabled. */
  readonly disabled: Spot & { readonly call: PatternCall };
  /** With column headers, and one cell of known name. */
  readonly table: Spot & { readonly cell: { readonly row: number; readonly column: number; readonly name: string } };
  /** Opens one more window, with a unique title, as another program does. */
  open(): Promise<{ readonly title: string; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Waits until the apps of a desktop are ready for the contract. Closes the desktop on failure. */
export async function standing(desk: Desk): Promise<Desk> {
  const { editor, checkBox, calculator } = desk;
  try {
    for (const spot of [editor, checkBox, { title: calculator.title, selector: calculator.seven }])
      await vi.waitFor(() => elementOf(desk, spot), soon);
    return desk;
  } catch (error) {
    await desk.close();
    throw error;
  }
}

/** Waits for a window. */
export function appears(desk: Desk, title: string): Promise<WindowInfo> {
  return vi.waitFor(() => windowOf(desk, title), soon);
}

export async function windowOf(desk: Desk, title: string): Promise<WindowInfo> {
  const { items } = await desk.engine.listWindows({});
  const found = items.filter((window) => window.title.includes(title));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} windows have “${title}” in their title.`);
  return found[0];
}

export async function elementOf(desk: Desk, { title, selector }: Spot): Promise<ElementNode> {
  const { matches } = await desk.engine.find({ window: (await windowOf(desk, title)).id, selector });
  if (matches.length !== 1 || !matches[0]) throw new Error(`${matches.length} elements match ${selector}.`);
  return matches[0];
}

export async function middleOf(desk: Desk, spot: Spot): Promise<Point> {
  const { bounds } = await elementOf(desk, spot);
  if (!bounds) throw new Error(`${spot.selector} has no place.`);
  return center(bounds);
}

export async function focusWindow(desk: Desk, title: string): Promise<WindowInfo> {
  const window = await desk.engine.actOnWindow({ window: (await windowOf(desk, title)).id, action: 'focus' });
  if (!window) throw new Error(`“${title}” is gone.`);
  return window;
}
