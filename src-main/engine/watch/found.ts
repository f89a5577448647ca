import { noFacts } from '#contract/model/elements/element-facts';
import type { RecordedTarget } from '#contract/model/engine';
import { parseSelector, type RankedSelector } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import { withDeadline } from '../../base/async/deadline.ts';
import type { RawDetails, RawNode } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';
import { matchSelector } from '../selectors/match.ts';
import { rankSelectors } from '../selectors/rank.ts';
import { isPart } from '../tree/part.ts';
import { toDetails } from '../tree/to-node.ts';
import { pathTo } from '../tree/walk.ts';

const detailsMs = 250;

export interface Found {
  readonly window: WindowInfo | null;
  /** A window of Deskscope, which is not recorded. */
  readonly own: boolean;
  readonly target: RecordedTarget | null;
  /** The target's node in its tree; null without a target. */
  readonly node: RawNode | null;
  /** From the root of that tree to the target; empty without one. */
  readonly path: readonly RawNode[];
  /** An unreadable menu or list was open there, so the element below is not the target. */
  readonly isUnderPopup?: true;
}

/** There is an element to record, or one of Deskscope's own, which is not recorded. */
export function isRecordable({ target, own }: Found): boolean {
  return target !== null || own;
}

export const nowhere: Found = { window: null, own: false, target: null, node: null, path: [] };

/** Ancestors of the found element. Never throws. @param node one on its path */
export async function aroundFound(context: EngineContext, found: Found, node: RawNode): Promise<Found> {
  const { window, path } = found;
  const root = path[0];
  if (!window || !root || node === found.node) return found;
  return describeFound(context, window, root, path.slice(0, path.indexOf(node) + 1));
}

/** A probable target and its pending queries. */
export interface Likely {
  readonly node: RawNode;
  readonly details: Promise<RawDetails | null>;
}

/** The found element, renamed by a newer tree if its best selector no longer matches. */
export function calledIn(root: RawNode, found: Found): Found {
  const { node, target } = found;
  const [best] = target?.selectors ?? [];
  if (!node || !target || !best || best.kind === 'picture' || isPart(root)) return found;
  const path = pathTo(root, node.runtimeId);
  const now = path?.at(-1);
  if (!path || !now) return found;
  const [first, ...others] = matchSelector(root, parseSelector(best.selector));
  if (first === now && others.length === 0) return found;
  const element = { ...target.element, name: now.name };
  return { ...found, target: { ...target, element, selectors: selectorsOf(root, now, path) } };
}

/** The target as in the tree, with the patterns that the app still reports; an element that is gone keeps the rest. */
export async function describeFound(
  context: EngineContext,
  window: WindowInfo,
  root: RawNode,
  path: readonly RawNode[],
  likely: Likely | null = null,
): Promise<Found> {
  const node = path.at(-1);
  if (!node) return { ...nowhere, window };
  const asked = likely?.node === node ? likely.details : detailsOf(context, window, node);
  selectorsOf(root, node, path);
  return describeAs(window, root, path, await asked);
}

export function describeAs(
  window: WindowInfo,
  root: RawNode,
  path: readonly RawNode[],
  details: RawDetails | null,
): Found {
  const node = path.at(-1);
  if (!node) return { ...nowhere, window };
  const unknown: RawDetails = { ...node, ...noFacts, patterns: [], actions: [], properties: {} };
  const element = toDetails(window, { ...(details ?? unknown), ...node });
  return { window, own: false, target: { element, selectors: selectorsOf(root, node, path) }, node, path };
}

/** By tree and element, both immutable, so that repeated presses on an element measure it once. */
const ranked = new WeakMap<RawNode, WeakMap<RawNode, readonly RankedSelector[]>>();

const roots = new WeakMap<readonly RankedSelector[], RawNode>();

/** The tree in which they were measured. */
export function rootOf(selectors: readonly RankedSelector[]): RawNode | undefined {
  return roots.get(selectors);
}

function selectorsOf(root: RawNode, target: RawNode, path: readonly RawNode[]): readonly RankedSelector[] {
  const ofRoot = ranked.get(root) ?? new WeakMap<RawNode, readonly RankedSelector[]>();
  const selectors = ofRoot.get(target) ?? rankSelectors({ root, target, path });
  roots.set(selectors, root);
  ranked.set(root, ofRoot.set(target, selectors));
  return selectors;
}

export function doubtful(found: Found): Found {
  return found.target ? { ...found, target: { ...found.target, unsure: true } } : found;
}

/**
 * Null at the deadline and on errors of the app: recording continues with what is known.
 * @param signal of the whole operation
 */
export async function bounded<T>(
  context: EngineContext,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  try {
    return await withDeadline({ signal, timeoutMs, what: 'A lookup' }, work);
  } catch (error) {
    context.log('info', 'a lookup gave nothing', error);
    return null;
  }
}
export function detailsOf(
  context: EngineContext,
  window: WindowInfo,
  { runtimeId }: RawNode,
): Promise<RawDetails | null> {
  return bounded(context, detailsMs, () => askDetails(context, window, runtimeId));
}

/** Current details of an element, queried in the way that blocks its app the least. @throws AppError `element_stale` */
export function askDetails({ backend }: EngineContext, window: WindowInfo, runtimeId: string): Promise<RawDetails> {
  const { elements } = backend;
  return (elements.parts ?? elements).details(window, runtimeId);
}
