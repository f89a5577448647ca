import type { WalkBudget } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxChildren } from '../limits.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { noSiblings, readCache, type CachedTree } from './cache-reader.ts';
import type { Frame } from '../frames/frame.ts';

/** With fewer elements missing, the walk asks for them: another reading of the cache would take longer. */
const fewMissing = 16;

/**
 * The cache of an app that puts elements into it only when somebody asks for them, as GTK 4.8 does: 11 of 905 at the
 * first look. To ask each for its children and then for the cache takes a third of the calls of a walk. The pages of
 * stacks come into being only while their contents are told, and are told with the next reading.
 * @throws the signal's reason where it aborts before anything came, BusUnavailable
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
    // Time is up: the walk answers what there is.
    if (signal.aborted) return cached;
    throw error;
  }
}

/** Asks level by level for the children that the cache does not tell. Answers how many came. */
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
  // It may have gone, or offer no children: the walk will see.
  const count = facts?.childCount ?? (await orElse(accessibles.childCount(ref, signal), 0));
  return count > 0 && count <= maxChildren ? orElse(accessibles.children(ref, signal), []) : [];
}
