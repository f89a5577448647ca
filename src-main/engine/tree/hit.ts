import { AppError } from '#contract/errors';
import type { ControlType, ElementHit } from '#contract/model/elements/element';
import { area, contains, isEmpty, type Point } from '#contract/model/geometry';
import { elevated, type WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { isOwn, windowAt, windowOf } from '../windows/lookup.ts';
import { isSeen } from './seen.ts';
import { toDetails, toElementNode } from './to-node.ts';
import { walk, wholeTree } from './walk.ts';

/** The element with the focus in a window; null if its app reports none. */
export const focused: Operation<'focused'> = async (context, { window: id }, { signal }) => {
  const window = await windowOf(context, id);
  const runtimeId = await context.backend.elements.focused(window, signal);
  return runtimeId === null ? null : readHit(context, window, runtimeId, signal);
};

/** The element under a pixel: first the window by stacking, then the app's answer, then geometry. */
export const elementAt: Operation<'elementAt'> = async (context, at, call) => {
  const window = await windowAt(context, at);
  if (!window || isOwn(context, window)) return null;
  if (window.foreign) throw elevated(window);
  const runtimeId = await hitIn(context, window, at, call);
  return readHit(context, window, runtimeId, call.signal);
};

export const elementUnderPointer: Operation<'elementUnderPointer'> = async (context, _, call) =>
  elementAt(context, await context.backend.input.pointer(), call);

/** @throws AppError `element_stale` */
export async function readHit(
  context: EngineContext,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<ElementHit> {
  const { elements } = context.backend;
  const [element, ancestors] = await Promise.all([
    elements.details(window, runtimeId, signal),
    elements.ancestors(window, runtimeId, signal),
  ]);
  return {
    element: toDetails(window, element),
    ancestors: ancestors.map((ancestor) => toElementNode(window.id, ancestor)),
    window,
  };
}

async function hitIn(context: EngineContext, window: WindowInfo, at: Point, call: CallContext): Promise<string> {
  const reported = await context.backend.elements.hitTest(window, at, call.signal);
  if (reported !== null) return reported;
  const { root } = await walk(context, window, wholeTree, call);
  return (deepestAt(root, at) ?? root).runtimeId;
}

/**
 * The deepest visible node at a point; of several equally deep ones the smallest. Popups are outside their parents, so every
 * branch counts, except content that is scrolled out of its container. Null if no node has bounds there.
 */
export function deepestAt(root: RawNode, at: Point): RawNode | null {
  let best: { readonly node: RawNode; readonly depth: number; readonly size: number } | null = null;
  const look = (node: RawNode, depth: number, isCut: boolean) => {
    const isOpen = opensOver(node);
    if ((isOpen || !isCut) && isThere(node, at) && node.bounds) {
      const size = area(node.bounds);
      if (!best || depth > best.depth || (depth === best.depth && size < best.size)) best = { node, depth, size };
    }
    const cuts = scrolls(node) && !!node.bounds && !isEmpty(node.bounds) && !contains(node.bounds, at);
    for (const child of node.children ?? []) look(child, depth + 1, cuts || (isCut && !isOpen));
  };
  look(root, 0, false);
  return (best as { readonly node: RawNode } | null)?.node ?? null;
}

const openers: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'Menu', 'MenuItem', 'ToolTip', 'Window']);

/** No container clips what opens over it. */
function opensOver({ controlType, states }: RawNode): boolean {
  return openers.has(controlType) || states.includes('modal');
}

/** Toolkits report the content of a scrolling container at its unclipped position; its scroll bars may be in panes of their own. */
function scrolls(node: RawNode): boolean {
  if (node.controlType === 'ScrollBar' || opensOver(node)) return false;
  const isBar = ({ controlType }: RawNode) => controlType === 'ScrollBar';
  return (node.children ?? []).some(
    (child) => isBar(child) || (child.controlType === 'Pane' && child.children?.some(isBar)),
  );
}

function isThere(node: RawNode, at: Point): boolean {
  return isSeen(node) && node.bounds !== null && !isEmpty(node.bounds) && contains(node.bounds, at);
}

/**
 * The window that a press at the point reaches, null for none.
 * @throws AppError `wrong_target_window`, `elevated_target` if it is Deskscope's, or another user's
 */
export async function touchableWindowAt(context: EngineContext, at: Point): Promise<WindowInfo | null> {
  const window = await windowAt(context, at);
  if (window?.foreign) throw elevated(window);
  if (!window || !isOwn(context, window)) return window;
  throw new AppError('wrong_target_window', `A window of Deskscope covers ${at.x}, ${at.y}.`, {
    hint: 'Focus the target window first, or move Deskscope away.',
    delivery: 'not_delivered',
  });
}
