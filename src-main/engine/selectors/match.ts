import type { Selector, SelectorStep } from '#contract/model/selector';
import type { RawNode } from '../backend.ts';
import { descend } from '../tree/walk.ts';

/**
 * Everything below `root`, itself included, that the selector matches, in tree order. Each step is searched below what
 * the one before matched; `path` counts children from the node it is searched below.
 */
export function matchSelector(root: RawNode, selector: Selector): readonly RawNode[] {
  let found: readonly RawNode[] = [root];
  for (const [depth, step] of selector.entries()) {
    const within = new Set<RawNode>();
    for (const scope of found) for (const node of matchStep(scope, step, depth === 0)) within.add(node);
    found = nth([...within], step);
  }
  return found;
}

/** Of elements in tree order, those that one step without a path matches. */
export function matchAmong(nodes: readonly RawNode[], step: SelectorStep): readonly RawNode[] {
  return nth(
    nodes.filter((node) => fits(node, step)),
    step,
  );
}

/** The first step may match the root itself; a later one only what is below. */
function matchStep(scope: RawNode, step: SelectorStep, itself: boolean): readonly RawNode[] {
  if (step.path) {
    const node = follow(scope, step.path);
    return node && fits(node, step) ? [node] : [];
  }
  return [...descend(scope)].filter((node) => (itself || node !== scope) && fits(node, step));
}

function nth(found: readonly RawNode[], step: SelectorStep): readonly RawNode[] {
  return step.nth === undefined ? found : found.slice(step.nth, step.nth + 1);
}

/** The node at a path of child indices. */
export function follow(from: RawNode, path: readonly number[]): RawNode | undefined {
  return path.reduce<RawNode | undefined>((node, index) => node?.children?.[index], from);
}

function fits(node: RawNode, step: SelectorStep): boolean {
  return (
    (step.role === undefined || sameRole(node, step.role)) &&
    (step.id === undefined || node.automationId === step.id) &&
    (step.name === undefined || node.name === step.name) &&
    (step.nameContains === undefined || node.name.toLowerCase().includes(step.nameContains.toLowerCase())) &&
    (step.description === undefined || node.description === step.description)
  );
}

/** `role` is a control type; the platform's own word is understood too. Both ignore case. */
export function sameRole(node: RawNode, role: string): boolean {
  const wanted = role.toLowerCase();
  return node.controlType.toLowerCase() === wanted || node.role.toLowerCase() === wanted;
}
