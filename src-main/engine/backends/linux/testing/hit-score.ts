import { center, contains, sameRect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Backend, RawNode } from '../../../backend.ts';
import { allNodes } from './apps/target-app.ts';

const maxSiblings = 200;

/** Results of hit tests in the centre of each visible leaf. */
export interface HitScore {
  /** Hit, or hit by an equal element with the same role, name and bounds: item views return a new object for the same cell. */
  readonly same: number;
  readonly child: number;
  readonly ancestor: number;
  /** Neither: described individually. */
  readonly misses: readonly string[];
}

/** Hit-tests the centre of each visible leaf of the window. */
export async function scoreHits(backend: Backend, window: WindowInfo, root: RawNode): Promise<HitScore> {
  const parents = parentsIn(root);
  let [same, child, ancestor] = [0, 0, 0];
  const misses: string[] = [];
  for (const leaf of fewOfMany(visibleLeaves(root, window), parents)) {
    const hit = await backend.elements.hitTest(window, center(leaf.bounds!));
    if (hit === leaf.runtimeId || (await isTwin(backend, window, hit, leaf))) same++;
    else if (hit !== null && isBelow(parents, hit, leaf.runtimeId)) child++;
    else if (hit !== null && isBelow(parents, leaf.runtimeId, hit)) ancestor++;
    else
      misses.push(
        `${leaf.role} “${leaf.name}” at ${JSON.stringify(leaf.bounds)}: ${await reported(backend, window, hit)}`,
      );
  }
  return { same, child, ancestor, misses };
}

/** Leaves in the window's content. Scroll bars that appear only under the pointer overlay their neighbours. */
function visibleLeaves(root: RawNode, window: WindowInfo): RawNode[] {
  return allNodes(root).filter(
    (node) =>
      (node.children ?? []).length === 0 &&
      node.bounds !== null &&
      node.states.includes('visible') &&
      contains(window.contentBounds, center(node.bounds)),
  );
}

/** A sheet has a thousand similar cells: samples are spread over all siblings. */
function fewOfMany(leaves: readonly RawNode[], parents: ReadonlyMap<string, string>): RawNode[] {
  const siblings = new Map<string | undefined, RawNode[]>();
  for (const leaf of leaves) {
    const parent = parents.get(leaf.runtimeId);
    siblings.set(parent, [...(siblings.get(parent) ?? []), leaf]);
  }
  const few = (all: readonly RawNode[]) => all.filter((_, index) => index % Math.ceil(all.length / maxSiblings) === 0);
  return [...siblings.values()].flatMap(few);
}

function parentsIn(root: RawNode): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const node of allNodes(root))
    for (const child of node.children ?? []) parents.set(child.runtimeId, node.runtimeId);
  return parents;
}

function isBelow(parents: ReadonlyMap<string, string>, below: string, above: string): boolean {
  for (let at = parents.get(below); at !== undefined; at = parents.get(at)) if (at === above) return true;
  return false;
}

async function isTwin(backend: Backend, window: WindowInfo, hit: string | null, leaf: RawNode): Promise<boolean> {
  if (hit === null) return false;
  const found = await backend.elements.details(window, hit);
  const samePlace = found.bounds !== null && leaf.bounds !== null && sameRect(found.bounds, leaf.bounds);
  return samePlace && found.role === leaf.role && found.name === leaf.name;
}

async function reported(backend: Backend, window: WindowInfo, hit: string | null): Promise<string> {
  if (hit === null) return 'nothing';
  const { role, name, bounds } = await backend.elements.details(window, hit);
  return `${role} “${name}” at ${JSON.stringify(bounds)}`;
}
