import { performance } from 'node:perf_hooks';
import type { FindResult } from '#contract/api';
import type { ElementId } from '#contract/model/element';
import { parseSelector } from '#contract/model/selector';
import type { WindowInfo } from '#contract/model/window';
import type { RawNode } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { matchSelector } from '../selectors/match.ts';
import { windowOf } from '../windows/lookup.ts';
import { runtimeIdIn } from './read.ts';
import { isSeen } from './seen.ts';
import { toElementNode } from './to-node.ts';
import { descend, walk, wholeTree } from './walk.ts';

const defaultLimit = 200;

export const find: Operation<'find'> = async (context, input, call) => {
  const selector = parseSelector(input.selector);
  return collect(context, input, call, (root) => {
    const found = matchSelector(root, selector);
    return input.from === undefined ? found : found.filter((node) => node !== root);
  });
};

export const search: Operation<'search'> = async (context, input, call) => {
  const needle = input.text.toLowerCase();
  return collect(context, input, call, (root) => {
    const found = [...descend(root)].filter((node) => mentions(node, needle));
    // Whoever searches mostly means what they see.
    return [...found.filter(isSeen), ...found.filter((node) => !isSeen(node))];
  });
};

interface Scope {
  readonly window: string;
  readonly from?: ElementId;
  readonly depth?: number;
  readonly limit?: number;
}

async function collect(
  context: EngineContext,
  input: Scope,
  call: CallContext,
  choose: (root: RawNode) => readonly RawNode[],
): Promise<FindResult> {
  const started = performance.now();
  const window: WindowInfo = await windowOf(context, input.window);
  const { depth = wholeTree.depth } = input;
  const start = input.from === undefined ? null : runtimeIdIn(window, input.from);
  const { root: whole, truncated } = await walk(context, window, { ...wholeTree, depth }, call, start);
  const root = input.depth === undefined ? whole : upTo(depth, whole);
  const found = choose(root);
  const limit = input.limit ?? defaultLimit;
  return {
    matches: found.slice(0, limit).map((node) => toElementNode(window.id, node)),
    total: found.length,
    scanned: countNodes(root),
    // A tree cut at the depth that was asked for is whole.
    truncated: found.length > limit || (truncated !== null && !(truncated === 'depth' && input.depth !== undefined)),
    elapsedMs: performance.now() - started,
  };
}

/** The node with so many levels below it: back ends may know, and answer, more than was asked for. */
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
