import type { ElementId, TreeNode } from '#contract/model/elements/element';

/**
 * The same element in the tree of another start of its app; null if that is not certain. It follows the path to the element:
 * at each level the child with the same id or name if only one has it, else the same one of equally many of its type. It relies
 * on no selector, and on no name in particular, which another language changes.
 */
export function counterpart(before: TreeNode, element: ElementId, after: TreeNode): TreeNode | null {
  const path = pathTo(before, element);
  if (!path || before.role !== after.role) return null;
  let found: TreeNode | null = after;
  for (let depth = 1; found && depth < path.length; depth++) {
    const [parent, child] = path.slice(depth - 1, depth + 1);
    found = parent && child ? childLike(parent, child, found) : null;
  }
  return found;
}

function childLike(parent: TreeNode, child: TreeNode, fresh: TreeNode): TreeNode | null {
  const alike = (node: TreeNode) => (node.children ?? []).filter(({ role }) => role === child.role);
  const [olds, news] = [alike(parent), alike(fresh)];
  for (const key of ['automationId', 'name'] as const) {
    const has = (node: TreeNode) => node[key] === child[key];
    const [only, ...others] = news.filter(has);
    if (child[key] !== '' && only && others.length === 0 && olds.filter(has).length === 1) return only;
  }
  return olds.length === news.length ? (news[olds.indexOf(child)] ?? null) : null;
}

function pathTo(root: TreeNode, element: ElementId): readonly TreeNode[] | null {
  if (root.id === element) return [root];
  for (const child of root.children ?? []) {
    const path = pathTo(child, element);
    if (path) return [root, ...path];
  }
  return null;
}

/** The texts by which a person recognises the language of a window. */
export function namesIn(root: TreeNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: TreeNode) => {
    if (/\p{L}{2}/u.test(node.name)) names.add(node.name);
    node.children?.forEach(visit);
  };
  visit(root);
  return names;
}
