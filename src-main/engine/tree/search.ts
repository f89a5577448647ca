import { performance } from 'node:perf_hooks';
import type { FindResult } from '#contract/api';
import { parseSelector } from '#contract/model/selector';
import type { WindowInfo } from '#contract/model/window';
import type { RawNode } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { matchSelector } from '../selectors/match.ts';
import { windowOf } from '../windows/lookup.ts';
import { isSeen } from './seen.ts';
import { toElementNode } from './to-node.ts';
import { descend, walk, wholeTree } from './walk.ts';

const defaultLimit = 200;

export const find: Operation<'find'> = async (context, input, call) => {
  const selector = parseSelector(input.selector);
  return collect(context, input, call, (root) => matchSelector(root, selector));
};

export const search: Operation<'search'> = async (context, input, call) => {
  const needle = input.text.toLowerCase();
  return collect(context, input, call, (root) => {
    const found = [...descend(root)].filter((node) => mentions(node, needle));
    // Whoever searches mostly means what they see.
    return [...found.filter(isSeen), ...found.filter((node) => !isSeen(node))];
  });
};

async function collect(
  context: EngineContext,
  input: { readonly window: string; readonly limit?: number },
  call: CallContext,
  choose: (root: RawNode) => readonly RawNode[],
): Promise<FindResult> {
  const started = performance.now();
  const window: WindowInfo = await windowOf(context, input.window);
  const { root, truncated } = await walk(context, window, wholeTree, call);
  const found = choose(root);
  const limit = input.limit ?? defaultLimit;
  return {
    matches: found.slice(0, limit).map((node) => toElementNode(window.id, node)),
    total: found.length,
    truncated: found.length > limit || truncated !== null,
    elapsedMs: performance.now() - started,
  };
}

function mentions(node: RawNode, needle: string): boolean {
  const value = node.states.includes('password') ? null : node.value;
  const words = [node.name, node.automationId, node.role, node.controlType, node.description, value ?? ''];
  return words.some((word) => word.toLowerCase().includes(needle));
}
