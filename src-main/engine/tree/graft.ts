import { sameRect } from '#contract/model/geometry';
import type { RawNode } from '../backend.ts';
import { pathTo } from './walk.ts';

/**
 * The path to an element that was not read with its tree, in a tree extended with it; its first node is the root. Null if the
 * chain begins elsewhere. Apps report other ancestors than the parents that list a child, and recreate elements, so the last
 * known ancestor counts, and a similar element is replaced by the one of the chain.
 * @param chain of nodes from the root down to the element
 */
export function graft(root: RawNode, chain: readonly RawNode[]): readonly [RawNode, ...RawNode[]] | null {
  if (chain[0]?.runtimeId !== root.runtimeId) return null;
  for (let last = chain.length - 2; last >= 0; last--) {
    const known = pathTo(root, chain[last]?.runtimeId ?? '');
    const around = known?.at(-1);
    if (known && around) return within(known.slice(0, -1), grown(around, chain.slice(last + 1)));
  }
  return [root];
}

/** @param outer from the root to the parent of the first of `path` */
function within(outer: readonly RawNode[], path: readonly [RawNode, ...RawNode[]]): readonly [RawNode, ...RawNode[]] {
  return outer.reduceRight((below, node) => [withChild(node, below[0]), ...below], path);
}

function grown(node: RawNode, [next, ...further]: readonly RawNode[]): readonly [RawNode, ...RawNode[]] {
  if (!next) return [node];
  const known = childLike(node, next);
  const below = grown(further.length > 0 && known ? known : next, further);
  return [withChild(node, below[0]), ...below];
}

/** Replaces the child with the same id or look, or appends it. */
function withChild(parent: RawNode, child: RawNode): RawNode {
  const others = parent.children ?? [];
  const same = childLike(parent, child);
  const children = same ? others.map((other) => (other === same ? child : other)) : [...others, child];
  return { ...parent, children };
}

/** The child with that id, else the only one that looks the same. */
function childLike({ children = [] }: RawNode, wanted: RawNode): RawNode | undefined {
  const known = children.find(({ runtimeId }) => runtimeId === wanted.runtimeId);
  if (known) return known;
  const [alike, another] = children.filter((child) => looksLike(child, wanted));
  return another ? undefined : alike;
}

function looksLike(a: RawNode, b: RawNode): boolean {
  const isSame = a.controlType === b.controlType && a.name === b.name && a.automationId === b.automationId;
  return isSame && a.bounds !== null && b.bounds !== null && sameRect(a.bounds, b.bounds);
}

/**
 * A tree with the menus that are open over it: after the rest, or in place of the earlier version below the element that opens
 * them. The same tree if there are none.
 * @param menus windows of menus, each around its menu
 */
export function graftMenus(root: RawNode, menus: readonly RawNode[]): RawNode {
  return menus.reduce((tree, menu) => {
    const [content] = menu.children ?? [];
    if (!content) return tree;
    const known = pathTo(tree, content.runtimeId);
    if (known) return replaced(known, content);
    const isNew = !tree.children?.some(({ runtimeId }) => runtimeId === menu.runtimeId);
    const { children = [], childCount } = tree;
    return isNew ? { ...tree, childCount: childCount + 1, children: [...children, menu] } : withChild(tree, menu);
  }, root);
}

/** The tree without the nodes of these ids; the same tree if it has none. */
export function withoutAny(root: RawNode, ids: ReadonlySet<string>): RawNode {
  const { children } = root;
  if (!children) return root;
  const kept = children.filter(({ runtimeId }) => !ids.has(runtimeId)).map((child) => withoutAny(child, ids));
  const isSame = kept.length === children.length && kept.every((child, at) => child === children[at]);
  return isSame ? root : { ...root, children: kept };
}

/** The new root of a path after its last node is replaced. */
function replaced(path: readonly RawNode[], node: RawNode): RawNode {
  return path.slice(0, -1).reduceRight((below, around) => withChild(around, below), node);
}
