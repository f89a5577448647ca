import type { WalkBudget } from '../../../../backend.ts';
import { interfaceSet, number, stateSet, text, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { nameIn } from '../toolkits/meaning.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import * as names from '../vocabulary/names.ts';
import { refFrom, type Ref } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';
import { maxChildren } from '../limits.ts';
import type { RowFacts } from './row-facts.ts';

/** The app's cache of all its elements: facts by path, and the children of each. */
export interface CachedTree {
  readonly facts: ReadonlyMap<string, RowFacts>;
  readonly children: ReadonlyMap<string, Siblings>;
  /** False if elements name a parent that the cache does not hold. */
  readonly hasAllParents: boolean;
}

/** Elements that name the same parent. */
export interface Siblings {
  readonly facts: readonly RowFacts[];
  /** Whether the children are known to be in the app's order; otherwise only the parent knows the order. */
  readonly inOrder: boolean;
}

export const noSiblings: Siblings = { facts: [], inOrder: true };

/**
 * Reads all elements of an app with one call; null if the app has no cache, or none yet. Item: (object, app, parent, index, child
 * count, interfaces, name, role, description, states).
 * https://gnome.pages.gitlab.gnome.org/at-spi2-core/devel-docs/doc-org.a11y.atspi.Cache.html
 */
export async function readCache(
  accessibles: Accessibles,
  { app, toolkit }: Pick<Frame, 'app' | 'toolkit'>,
  signal: AbortSignal,
): Promise<CachedTree | null> {
  const ref: Ref = { bus: app.bus, path: names.cachePath };
  const items = await orElse(accessibles.call(ref, names.cache, 'GetItems', signal), null);
  return Array.isArray(items) ? toTree(items, toolkit) : null;
}

interface Indexed {
  readonly index: number;
  readonly facts: RowFacts;
}

function toTree(items: readonly unknown[], toolkit: Toolkit): CachedTree {
  const facts = new Map<string, RowFacts>();
  const byParent = new Map<string, Indexed[]>();
  for (const item of items) {
    if (!Array.isArray(item)) continue;
    const [object, , parent, index, childCount, interfaces, name, role, description, states] = item as unknown[];
    const ref = refFrom(object);
    if (!ref) continue;
    const node: RowFacts = {
      ref,
      role: number(role),
      name: nameIn(toolkit, number(role), text(name)),
      description: text(description),
      states: stateSet(states),
      interfaces: interfaceSet(interfaces),
      childCount: number(childCount),
      attributes: null,
      parent: refFrom(parent),
    };
    facts.set(ref.path, node);
    const parentPath = node.parent?.path;
    if (parentPath === undefined) continue;
    const siblings = byParent.get(parentPath) ?? [];
    siblings.push({ index: number(index), facts: node });
    byParent.set(parentPath, siblings);
  }
  const children = new Map(
    [...byParent].map(([path, siblings]) => {
      const own = toolkit.reading === 'growing cache' ? withoutStrays(siblings, facts.get(path)) : siblings;
      return [path, toSiblings(own, toolkit)] as const;
    }),
  );
  const hasAllParents = [...children.keys()].every((path) => facts.has(path) || path === names.rootPath);
  return { facts, children, hasAllParents };
}

/** GTK 4.18 caches hidden widgets that their parent does not list, such as closed popovers of a window. */
function withoutStrays(siblings: Indexed[], parent: RowFacts | undefined): Indexed[] {
  return parent ? siblings.filter(({ index }) => index < parent.childCount) : siblings;
}

function toSiblings(found: Indexed[], { indicesHold }: Toolkit): Siblings {
  found.sort((a, b) => a.index - b.index);
  const inOrder = found.length === 1 || (indicesHold && found.every(({ index }, place) => index === place));
  return { facts: found.map(({ facts }) => facts), inOrder };
}

/** With fewer elements missing, the walk queries them: another read of the cache would take longer. */
const fewMissing = 16;

/**
 * The cache of an app that fills it only on demand, as GTK 4.8 does: 11 of 905 elements at first. Querying each element's
 * children and then the cache takes a third of the calls of a walk. Pages of stacks are created only while their contents are
 * reported, and appear in the next read.
 * @throws the signal's reason if it aborts before any result, BusUnavailable
 */
export async function readGrowingCache(
  accessibles: Accessibles,
  frame: Frame,
  from: Ref,
  budget: WalkBudget,
): Promise<CachedTree | null> {
  const { signal } = budget;
  const cached = await readCache(accessibles, frame, signal);
  try {
    if (!cached || (await askForAll(accessibles, cached, from, budget)) <= fewMissing) return cached;
    const grown = await readCache(accessibles, frame, signal);
    return grown?.hasAllParents ? grown : await readCache(accessibles, frame, signal);
  } catch (error) {
    // Out of time: the walk returns what is available.
    if (signal.aborted) return cached;
    throw error;
  }
}

/** Queries, level by level, the children missing from the cache. Returns how many were added. */
async function askForAll(
  accessibles: Accessibles,
  cached: CachedTree,
  from: Ref,
  { depth, maxNodes, signal }: WalkBudget,
): Promise<number> {
  const seen = new Set<string>();
  let missing = 0;
  let level: readonly Ref[] = [from];
  for (let down = 0; down < depth && level.length > 0 && seen.size < maxNodes; down++) {
    const found = await Promise.all(level.map((ref) => childrenOf(accessibles, cached, ref, signal)));
    const fresh = found.flat().filter(({ bus, path }) => bus === from.bus && !seen.has(path));
    for (const { path } of fresh) {
      seen.add(path);
      if (!cached.facts.has(path)) missing++;
    }
    level = fresh;
  }
  return missing;
}

async function childrenOf(
  accessibles: Accessibles,
  cached: CachedTree,
  ref: Ref,
  signal: AbortSignal,
): Promise<readonly Ref[]> {
  const { facts: known } = cached.children.get(ref.path) ?? noSiblings;
  const facts = cached.facts.get(ref.path);
  if (facts?.childCount === known.length) return known.map((child) => child.ref);
  // The element may be gone or have no children; the walk handles both.
  const count = facts?.childCount ?? (await orElse(accessibles.childCount(ref, signal), 0));
  return count > 0 && count <= maxChildren ? orElse(accessibles.children(ref, signal), []) : [];
}
