import { performance } from 'node:perf_hooks';
import type { Operation } from '../operation.ts';
import { elementPlace, windowOf } from '../windows/lookup.ts';
import { toDetails, toElementNode, toTreeNode } from './to-node.ts';
import { walk, wholeTree } from './walk.ts';

export const tree: Operation<'tree'> = async (context, input, call) => {
  const started = performance.now();
  const window = await windowOf(context, input.window);
  const budget = { depth: input.depth ?? wholeTree.depth, maxNodes: input.maxNodes ?? wholeTree.maxNodes };
  const { root, nodeCount, truncated, diagnosis } = await walk(context, window, budget, call);
  return {
    ...{ window: window.id, root: toTreeNode(window.id, root), nodeCount, truncated, diagnosis },
    elapsedMs: performance.now() - started,
  };
};

export const children: Operation<'children'> = async (context, { element }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  const found = await context.backend.elements.children(window, runtimeId);
  return found.map((child) => toElementNode(window.id, child));
};

export const ancestors: Operation<'ancestors'> = async (context, { element }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  const found = await context.backend.elements.ancestors(window, runtimeId);
  return found.map((ancestor) => toElementNode(window.id, ancestor));
};

export const details: Operation<'details'> = async (context, { element }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  return toDetails(window, await context.backend.elements.details(window, runtimeId));
};

export const focusElement: Operation<'focusElement'> = async (context, { element }) => {
  const { window, runtimeId } = await elementPlace(context, element);
  await context.backend.elements.focus(window, runtimeId);
};
