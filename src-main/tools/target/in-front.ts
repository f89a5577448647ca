import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementNode } from '#contract/model/element';
import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../define-tool.ts';
import { alike } from './alike.ts';
import { isSeen } from './seen-controls.ts';

/**
 * The mouse reaches whatever is on top at a point: that must be the window, or what may be a part of it, and where an
 * element is meant no menu that is open over it.
 * @throws AppError `wrong_target_window`, `not_delivered`, where something else covers the point
 */
export async function ensureInFront(
  context: ToolContext,
  window: WindowInfo,
  at: Point,
  element?: ElementNode,
): Promise<void> {
  await ensureNoWindowCovers(context, window, at);
  if (element && !isSeen(element)) await ensureNoMenuCovers(context, element, at);
}

async function ensureNoWindowCovers(context: ToolContext, window: WindowInfo, at: Point): Promise<void> {
  const { items } = await context.engine.listWindows({}, { signal: context.signal });
  const top = items.find(
    (other) => other.state !== 'minimized' && sameDesktop(other, window) && contains(other.bounds, at),
  );
  if (!top || top.id === window.id || mayBePartOf(top, window)) return;
  // A window that reaches an output of another scale is not one rectangle there.
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

/** Menus are in no list of windows, and lie over whatever they belong to. */
async function ensureNoMenuCovers({ engine, signal }: ToolContext, target: ElementNode, at: Point): Promise<void> {
  const hit = await engine.elementAt(at, { signal });
  if (!hit || isMenu(target)) return;
  const reached = [hit.element, ...hit.ancestors];
  if (!reached.some(isMenu) || reached.some((one) => alike(one, target))) return;
  // An app may tell of what the target is in.
  const around = await engine.ancestors({ element: target.id }, { signal });
  if (around.some(({ id }) => id === hit.element.id)) return;
  throw new AppError(
    'wrong_target_window',
    `${describeElement(hit.element)} of an open menu covers ${describeElement(target)} at ${at.x}, ${at.y}.`,
    { hint: 'Close the menu, e.g. with Escape, or choose from it.', delivery: 'not_delivered' },
  );
}

function isMenu({ controlType }: ElementNode): boolean {
  return controlType === 'Menu' || controlType === 'MenuItem';
}

/** What opens as a window of its own, and shows elements of the one below. */
const popups: ReadonlySet<string> = new Set(['menu', 'dropdown-menu', 'popup-menu', 'combo', 'tooltip']);

/**
 * Menus and lists, of the same process. Any other window is no part: its controls would get the press. Except on Windows,
 * where UI Automation shows what a window owns among its elements.
 */
function mayBePartOf(top: WindowInfo, window: WindowInfo): boolean {
  if (top.processId === 0 || top.processId !== window.processId) return false;
  return popups.has(top.kind) || (process.platform === 'win32' && top.owner === window.id);
}

function sameDesktop(a: WindowInfo, b: WindowInfo): boolean {
  return a.desktop === null || b.desktop === null || a.desktop === b.desktop;
}
