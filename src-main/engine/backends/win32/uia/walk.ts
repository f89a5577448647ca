import type { RawTree } from '../../../backend.ts';
import type { WalkBudget } from '../elements/strategy.ts';
import { ask } from './elements.ts';
import { KnownElements, type KnownWindows } from './known-elements.ts';
import { askRoot, reach, rootId, type Place } from './reach.ts';
import { TreeReading } from './reading.ts';
import { rowProperties } from './row-properties.ts';
import { Branches, byAsking, type Source } from './sources.ts';

/** Hardly a tree is deeper: to read so many levels is to read all of them. */
const allLevels = 20;
/** A tree of so many rows is read whole, whatever part of it is wanted: one question, and some milliseconds. */
const smallTree = 3_000;

/**
 * The tree of a window, or of one element in it: by one question for all of it, or by one for each element. The latter
 * where little of a tree that may be large is wanted, or where one question took too long.
 */
export function readTree(place: Place, windows: KnownWindows, from: string | null, budget: WalkBudget): RawTree {
  const { wholeCount } = place.known;
  const isSmall = wholeCount !== null && wholeCount <= smallTree;
  if (budget.inParts || (budget.depth < allLevels && !isSmall)) return readInParts(place, from, budget);
  return from === null ? readWindow(place, windows, budget) : readBelow(place, from, budget);
}

/** What it finds is all that is known of the window from now on. */
function readWindow(place: Place, windows: KnownWindows, budget: WalkBudget): RawTree {
  const known = new KnownElements();
  try {
    const branches = new Branches(place.client);
    const root = branches.root((scope) => askRoot(place, known, scope));
    const tree = readFrom({ ...place, known }, root, rootId(root), branches, budget);
    if (tree.truncated === null) known.wholeCount = tree.nodeCount;
    return tree;
  } finally {
    windows.replace(place.window, known);
  }
}

function readBelow(place: Place, from: string, budget: WalkBudget): RawTree {
  const { client, known } = place;
  const branches = new Branches(client);
  const element = reach(place, from);
  const root = branches.root((scope) => ask(client, known, element, rowProperties, scope));
  return readFrom(place, root, from, branches, budget);
}

function readInParts(place: Place, from: string | null, budget: WalkBudget): RawTree {
  const { client, known } = place;
  const root = from === null ? askRoot(place, known, 'Element') : ask(client, known, reach(place, from), rowProperties);
  return readFrom(place, root, from ?? rootId(root), byAsking(client), budget);
}

function readFrom(
  { known }: Place,
  root: Parameters<typeof rootId>[0],
  id: string,
  source: Source,
  budget: WalkBudget,
) {
  known.name(id, root);
  return new TreeReading(known, source, budget).read(root, id);
}
