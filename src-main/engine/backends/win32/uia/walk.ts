import { monotonicMs } from '../../../../base/monotonic.ts';
import type { RawTree } from '../../../backend.ts';
import type { WalkBudget } from '../elements/strategy.ts';
import { ComFailure, resultCode } from '../native/failure.ts';
import type { UiaElement } from './client.ts';
import { contentAsleep } from './diagnosis.ts';
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
 * How long an app may take for a whole tree, in milliseconds. Whoever wants one waits 15 s: a longer question would keep its
 * thread for no one. Of a window that no one knows, it must leave time to read it in parts.
 */
const treeMs = { known: 12_000, unknown: 4_000 } as const;
/** Web content begins to tell of itself when it is first asked: so long it is looked at again, and so often; milliseconds. */
const [settleMs, lookEveryMs] = [1_500, 200] as const;

/**
 * The tree of a window, or of one element in it: by one question for all of it, or by one for each element. The latter
 * where little of a tree that may be large is wanted, or where one question takes too long.
 */
export function readTree(place: Place, windows: KnownWindows, from: string | null, budget: WalkBudget): RawTree {
  const { wholeCount, isLarge } = place.known;
  const isSmall = wholeCount !== null && wholeCount <= smallTree;
  const inParts = budget.inParts === true || isLarge;
  if (inParts || (budget.depth < allLevels && !isSmall)) return readInParts(place, from, budget);
  try {
    return from === null ? readWindow(place, windows, budget) : readBelow(place, from, budget);
  } catch (error) {
    if (!(error instanceof ComFailure) || error.result !== resultCode.timeout) throw error;
    place.known.isLarge = true;
    return readInParts(place, from, budget);
  }
}

/** What it finds is all that is known of the window from now on. */
function readWindow(place: Place, windows: KnownWindows, budget: WalkBudget): RawTree {
  const { since } = place.known;
  for (;;) {
    const known = new KnownElements(since);
    const branches = new Branches(place.client);
    const tree = readWhole(
      { ...place, known },
      branches,
      budget,
      treeMs[place.known.wholeCount === null ? 'unknown' : 'known'],
    );
    const settles = branches.isAsleep && monotonicMs() - since < settleMs && !budget.cancelled();
    if (settles) {
      known.release();
      pause(lookEveryMs);
      continue;
    }
    if (tree.truncated === null) known.wholeCount = tree.nodeCount;
    known.hasHidden = branches.hasHidden;
    windows.replace(place.window, known);
    return branches.isAsleep ? { ...tree, diagnosis: tree.diagnosis ?? contentAsleep } : tree;
  }
}

function readWhole(place: Place, branches: Branches, budget: WalkBudget, patienceMs: number): RawTree {
  const { known } = place;
  try {
    const root = branches.root((scope) => askRoot(place, known, scope), patienceMs);
    return readFrom(place, root, rootId(root), branches, budget);
  } catch (error) {
    known.release();
    throw error;
  }
}

function readBelow(place: Place, from: string, budget: WalkBudget): RawTree {
  const { client, known } = place;
  const branches = new Branches(client);
  const element = reach(place, from);
  const root = branches.root((scope) => ask(client, known, element, rowProperties, scope), treeMs.known);
  return readFrom(place, root, from, branches, budget);
}

function readInParts(place: Place, from: string | null, budget: WalkBudget): RawTree {
  const { client, known } = place;
  const root = from === null ? askRoot(place, known, 'Element') : ask(client, known, reach(place, from), rowProperties);
  const tree = readFrom(place, root, from ?? rootId(root), byAsking(client), budget);
  if (from === null && tree.truncated === null) known.isLarge = false;
  return tree;
}

function readFrom({ known }: Place, root: UiaElement, id: string, source: Source, budget: WalkBudget): RawTree {
  known.name(id, root);
  return new TreeReading(known, source, budget).read(root, id);
}

/** This thread does nothing but wait for apps. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
