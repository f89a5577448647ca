import { performance } from 'node:perf_hooks';
import type { FindResult } from '#contract/api';
import type { ElementId } from '#contract/model/elements/element';
import { parseSelector, pictureStep, type Selector } from '#contract/model/elements/selector';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { matchAmong, matchWithEvidence, needsNoTree, type Matched } from './match.ts';
import { nearMisses as nearMissesBelow } from './near-misses.ts';
import { findPictures, nearPictures } from './pictures/find-picture.ts';
import { windowOf } from '../windows/lookup.ts';
import { runtimeIdIn } from '../tree/read.ts';
import { isSeen } from '../tree/seen.ts';
import { toElementNode } from '../tree/to-node.ts';
import { descend, walk, wholeTree } from '../tree/walk.ts';

const defaultLimit = 200;

export const find: Operation<'find'> = async (context, input, call) => {
  const selector = parseSelector(input.selector);
  const picture = pictureStep(selector);
  if (picture) {
    const { limit = defaultLimit } = input;
    return findPictures(context, await windowOf(context, input.window), picture, { limit, signal: call.signal });
  }
  const reported = await askApp(context, input, call, selector);
  if (reported) return reported;
  return collect(context, input, call, (root) => {
    const { found, byPlace } = matchWithEvidence(root, selector);
    return { found: input.from === undefined ? found : found.filter((node) => node !== root), byPlace };
  });
};

/** A single step with a name or an id needs no tree if apps can be queried for such elements. */
async function askApp(
  context: EngineContext,
  input: Scope,
  call: CallContext,
  [step, ...others]: Selector,
): Promise<FindResult | null> {
  const { elements } = context.backend;
  if (!elements.matching || !step || others.length > 0 || !needsNoTree(step) || input.depth !== undefined) return null;
  const words = { name: step.name || undefined, automationId: step.id || undefined };
  if (!words.name && !words.automationId) return null;
  const started = performance.now();
  const window = await windowOf(context, input.window);
  const start = input.from === undefined ? null : runtimeIdIn(window, input.from);
  const nodes = await elements.matching(window, start, words, call.signal);
  if (nodes === null) return null;
  return result(window, { ...matchAmong(nodes, step), scanned: nodes.length, cut: false }, input, started);
}

export const nearMisses: Operation<'nearMisses'> = async (context, input, call) => {
  const selector = parseSelector(input.selector);
  const window = await windowOf(context, input.window);
  const picture = pictureStep(selector);
  if (picture) return nearPictures(context, window, picture, { limit: input.limit, signal: call.signal });
  const { root } = await walk(context, window, wholeTree, call);
  const found = nearMissesBelow(root, selector, input.limit);
  return found.map(({ node, why }) => ({ element: toElementNode(window.id, node), why }));
};

export const search: Operation<'search'> = async (context, input, call) => {
  const needle = input.text.toLowerCase();
  return collect(context, input, call, (root) => {
    const found = [...descend(root)].filter((node) => mentions(node, needle));
    // Users mostly search for what they see.
    return { found: [...found.filter(isSeen), ...found.filter((node) => !isSeen(node))], byPlace: false };
  });
};

interface Scope {
  readonly window: WindowId;
  readonly from?: ElementId;
  readonly depth?: number;
  readonly limit?: number;
}

async function collect(
  context: EngineContext,
  input: Scope,
  call: CallContext,
  choose: (root: RawNode) => Matched,
): Promise<FindResult> {
  const started = performance.now();
  const window: WindowInfo = await windowOf(context, input.window);
  const { depth = wholeTree.depth } = input;
  const start = input.from === undefined ? null : runtimeIdIn(window, input.from);
  const { root: whole, truncated, diagnosis } = await walk(context, window, { ...wholeTree, depth }, call, start);
  const root = input.depth === undefined ? whole : upTo(depth, whole);
  // A tree cut at the requested depth is complete.
  const isCut = truncated !== null && !(truncated === 'depth' && input.depth !== undefined);
  const cut = isCut || diagnosis?.code === 'incomplete';
  return result(window, { ...choose(root), scanned: countNodes(root), cut }, input, started);
}

interface Looked extends Matched {
  readonly scanned: number;
  /** Not everything was searched. */
  readonly cut: boolean;
}

function result(window: WindowInfo, looked: Looked, input: Scope, started: number): FindResult {
  const { found, byPlace, scanned, cut } = looked;
  const limit = input.limit ?? defaultLimit;
  return {
    matches: found.slice(0, limit).map((node) => toElementNode(window.id, node)),
    total: found.length,
    byPlace,
    scanned,
    truncated: found.length > limit || cut,
    elapsedMs: performance.now() - started,
  };
}

/** The node with this many levels below it; back ends may return more than requested. */
function upTo(depth: number, node: RawNode): RawNode {
  const { children, ...row } = node;
  if (depth === 0 || !children) return row;
  return { ...row, children: children.map((child) => upTo(depth - 1, child)) };
}

function countNodes(root: RawNode): number {
  let count = 0;
  for (const _ of descend(root)) count++;
  return count;
}

function mentions(node: RawNode, needle: string): boolean {
  const value = node.states.includes('password') ? null : node.value;
  const words = [node.name, node.automationId, node.role, node.controlType, node.description, value ?? ''];
  return words.some((word) => word.toLowerCase().includes(needle));
}
