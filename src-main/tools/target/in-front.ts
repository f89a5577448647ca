import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { hasState, type ControlType, type ElementNode } from '#contract/model/elements/element';
import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { OnElement } from '../../engine/engine.ts';
import type { ToolContext } from '../define-tool.ts';
import { scrollIntoView, isCutOff } from './into-view.ts';
import { isSeen } from './in-picture/seen-controls.ts';

/** Where to press, and the required element there, if any. */
export interface Aimed {
  /** Physical screen pixels. */
  readonly at: Point;
  readonly on?: OnElement;
}

/**
 * Where the mouse reaches an element: at the wanted position, else at a free spot of its visible part. A clipped or off-screen
 * element is scrolled into view first.
 * @param how.only nowhere but at the wanted position, as when a press elsewhere on it does something else
 * @param how.stays do not scroll
 * @returns without `on` if the engine does not know the element
 * @throws AppError `wrong_target_window`, `not_delivered`, naming the cover
 */
export async function aimAt(
  context: ToolContext,
  { window, element }: { readonly window: WindowInfo; readonly element: ElementNode },
  at: Point,
  {
    only = meansPlaces.has(element.controlType),
    stays = false,
  }: { readonly only?: boolean; readonly stays?: boolean } = {},
): Promise<Aimed> {
  if (isSeen(element)) {
    await ensureInFront(context, window, at);
    return { at };
  }
  const aim = async (element: ElementNode, at: Point) => {
    const { id, controlType, name, bounds } = element;
    const wanted = { id, controlType, name, bounds, enabled: hasState(element, 'enabled') };
    return context.engine.aim({ element: wanted, at, only }, { signal: context.signal });
  };
  const aimed = await aim(element, at).catch(async (error: unknown) => {
    const now = !stays && isCutOff(error) ? await scrollIntoView(context, element.id) : null;
    if (!now?.bounds || !element.bounds) throw error;
    // By the intended name: an element that was renamed, or reused for another row, is a different one.
    return aim(
      { ...now, name: element.name },
      { x: at.x + now.bounds.x - element.bounds.x, y: at.y + now.bounds.y - element.bounds.y },
    );
  });
  await ensureInFront(context, window, aimed.at);
  return aimed;
}

/** Types where a press means its position. */
const meansPlaces: ReadonlySet<ControlType> = new Set<ControlType>(['ScrollBar', 'Slider', 'Spinner', 'Thumb']);

/**
 * Checks that the topmost window at a point is the window, or may be a part of it.
 * @throws AppError `wrong_target_window`, `not_delivered`, if another window covers the point
 */
export async function ensureInFront(context: ToolContext, window: WindowInfo, at: Point): Promise<void> {
  const { items } = await context.engine.listWindows({ includeHidden: true }, { signal: context.signal });
  const top = items.find(
    (other) => other.state !== 'minimized' && sameDesktop(other, window) && contains(other.bounds, at),
  );
  if (!top || top.id === window.id || mayBePartOf(top, window)) return;
  // A window that spans an output of another scale is not one rectangle there.
  const reached = await context.engine.windowAt(at, { signal: context.signal });
  if (reached?.id === window.id) return;
  throw new AppError(
    'wrong_target_window',
    `${quoted(top.title)} covers ${quoted(window.title)} at ${at.x}, ${at.y}.`,
    {
      hint: 'Move or minimise the window in front, or act on it instead.',
      delivery: 'not_delivered',
      data: { window: top.id, title: top.title, app: top.app },
    },
  );
}

/** Types of windows that show elements of the window below. */
const popups: ReadonlySet<string> = new Set(['menu', 'dropdown-menu', 'popup-menu', 'combo', 'tooltip']);

/**
 * Menus and lists, of the same process. Any other window is no part: its controls would get the press. Except on Windows, where
 * UI Automation lists owned windows among their owner's elements.
 */
function mayBePartOf(top: WindowInfo, window: WindowInfo): boolean {
  if (top.processId === 0 || top.processId !== window.processId) return false;
  return popups.has(top.kind) || (process.platform === 'win32' && top.owner === window.id);
}

function sameDesktop(a: WindowInfo, b: WindowInfo): boolean {
  return a.desktop === null || b.desktop === null || a.desktop === b.desktop;
}
