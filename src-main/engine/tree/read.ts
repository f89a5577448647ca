import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import type { Diagnosis } from '#contract/model/diagnosis';
import {
  describeElement,
  hasState,
  olderNote,
  parseElementId,
  type ElementId,
  type TreeNode,
} from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode, RawTree } from '../backend.ts';
import type { Glance } from '../engine.ts';
import { saying } from '../../base/delivery.ts';
import type { CallContext, EngineContext, InputOf, Operation } from '../operations/operation.ts';
import { lookAgain } from '../selectors/pictures/find-picture.ts';
import { isPicture } from '../selectors/pictures/found-pictures.ts';
import { elementPlace, windowOf } from '../windows/lookup.ts';
import { cutTree } from './cut.ts';
import { toDetails, toElementNode, toTreeNode } from './to-node.ts';
import { childrenIn, isIn } from './views.ts';
import { walk, wholeTree } from './walk.ts';

const inputUnderWay: Diagnosis = {
  code: 'input_under_way',
  message: olderNote,
  fix: 'Look again in a moment.',
};

/** Default page size for children. */
const defaultPage = 1_000;

export const tree: Operation<'tree'> = async (context, input, call) => {
  const started = performance.now();
  const { view = 'raw', depth = wholeTree.depth, maxNodes = wholeTree.maxNodes, maxAgeMs = -1 } = input;
  const isWhole = input.from === undefined && input.view === undefined && input.depth === undefined;
  const recent = isWhole ? context.recentTrees.of(input.window, maxAgeMs, maxNodes) : null;
  if (recent) return recent;
  const keep = context.recentTrees.reading();
  const window = await windowOf(context, input.window);
  const read = await readTree(context, window, input, call).catch(async (error: unknown) => {
    // The root of a window that closed meanwhile is stale: the window is what the caller named.
    if (error instanceof AppError && error.code === 'element_stale') await windowOf(context, input.window);
    throw error;
  });
  const { root, nodeCount, truncated } = cutTree(toTreeNode(window.id, read.root, view), { depth, maxNodes });
  rawRoots.set(root, read.root);
  const snapshot = {
    window: window.id,
    root,
    nodeCount,
    truncated: read.truncated ?? truncated,
    diagnosis: read.diagnosis ?? (context.receipts.inDoubt(window) ? inputUnderWay : null),
    elapsedMs: performance.now() - started,
  };
  if (isWhole) keep(snapshot);
  return snapshot;
};

/** By the root of a tree in any view. */
const rawRoots = new WeakMap<TreeNode, RawNode>();

/** The raw tree that a tree returned by {@link tree} was made of; selectors count in it. */
export function rawRootOf(root: TreeNode): RawNode | null {
  return rawRoots.get(root) ?? null;
}

export const countInOneAnswer: Operation<'countInOneAnswer'> = async (context, input, call) => {
  const window = await windowOf(context, input.window);
  return (await context.backend.elements.countInOneAnswer?.(window, call.signal)) ?? null;
};

/** A view may show deep raw nodes near its root, so only the raw tree is read no deeper than asked. */
function readTree(
  context: EngineContext,
  window: WindowInfo,
  { from, view = 'raw', depth, maxNodes }: InputOf<'tree'>,
  call: CallContext,
): Promise<RawTree> {
  const wanted = { depth: depth ?? wholeTree.depth, maxNodes: maxNodes ?? wholeTree.maxNodes };
  const start = from === undefined ? null : runtimeIdIn(window, from);
  return walk(context, window, view === 'raw' ? wanted : wholeTree, call, start);
}

/** @throws AppError `invalid_parameter` if the element is in another window */
export function runtimeIdIn(window: WindowInfo, element: ElementId): string {
  const place = parseElementId(element);
  if (place.window === window.id) return place.runtimeId;
  throw new AppError('invalid_parameter', `The element ${element} is not in the window ${window.id}.`);
}

export const children: Operation<'children'> = async (context, input, call) => {
  const { element, view = 'raw', offset = 0, limit = defaultPage } = input;
  const { window, runtimeId } = await elementPlace(context, element);
  if (view === 'raw') {
    const found = await context.backend.elements.children(window, runtimeId, { offset, limit }, call.signal);
    return found.map((child) => toElementNode(window.id, child));
  }
  const range = { offset, limit, view };
  const reported = await context.backend.elements.childrenIn?.(window, runtimeId, range, call.signal);
  if (reported) return reported.map((child) => toElementNode(window.id, child));
  const { root } = await walk(context, window, wholeTree, call, runtimeId);
  const shown = (childrenIn(view, root) ?? []).slice(offset, offset + limit);
  return shown.map((child) => ({
    ...toElementNode(window.id, child),
    childCount: childrenIn(view, child)?.length ?? child.childCount,
  }));
};

export const ancestors: Operation<'ancestors'> = async (context, { element, view = 'raw' }, { signal }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  if (isPicture(runtimeId)) return [];
  const found = await context.backend.elements.ancestors(window, runtimeId, signal);
  return found
    .filter((ancestor, depth) => depth === 0 || isIn(view, ancestor))
    .map((ancestor) => toElementNode(window.id, ancestor));
};

export const details: Operation<'details'> = async (context, { element }, { signal }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  if (isPicture(runtimeId)) return lookAgain(context, window, runtimeId, signal);
  const read = toDetails(window, await context.backend.elements.details(window, runtimeId, signal));
  return context.receipts.inDoubt(window) ? { ...read, mayBeOlder: true } : read;
};

export const glance: Operation<'glance'> = async (context, { element }, call) => {
  const { window, runtimeId } = await elementPlace(context, element);
  return isPicture(runtimeId)
    ? lookAgain(context, window, runtimeId, call.signal)
    : glanceAt(context, window, runtimeId, call.signal);
};

/** See {@link glance}; for an element of a known window. */
export async function glanceAt(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<Glance> {
  const now =
    (await elements.rowNow?.(window, runtimeId, signal)) ?? (await elements.details(window, runtimeId, signal));
  const { name, controlType, states, bounds } = now;
  return { name, controlType, states, bounds };
}

/** Whether an element no longer exists. */
export async function isGoneNow(
  context: EngineContext,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (isPicture(runtimeId)) return false;
  try {
    const now = await glanceAt(context, window, runtimeId, signal);
    return !hasState(now, 'visible') && !hasState(now, 'offscreen');
  } catch (error) {
    if (error instanceof AppError && error.code === 'element_stale') return true;
    throw error;
  }
}

export const cell: Operation<'cell'> = async (context, { element, row, column }, { signal }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  return toElementNode(window.id, await context.backend.elements.cell(window, runtimeId, row, column, signal));
};

/**
 * Some apps report that a disabled element took focus while keys go nowhere or elsewhere, so its focus is verified.
 * @throws AppError `pattern_not_supported` if it does not have the focus
 */
export const focusElement: Operation<'focusElement'> = async (context, { element }, { signal }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  const { elements } = context.backend;
  const before = await elements.details(window, runtimeId, signal);
  await elements.focus(window, runtimeId, signal).catch((error: unknown) => {
    // An element that cannot be focused did not take focus.
    throw error instanceof AppError && error.code === 'pattern_not_supported' ? saying('not_delivered', error) : error;
  });
  if (before.states.includes('enabled') || (await elements.focused(window, signal)) === runtimeId) return;
  throw new AppError('pattern_not_supported', `${describeElement(before)} is disabled and does not accept the focus.`, {
    delivery: 'not_delivered',
  });
};
