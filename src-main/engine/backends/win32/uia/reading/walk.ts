import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { RawTree } from '../../../../backend.ts';
import type { WalkBudget } from '../../elements/strategy.ts';
import { ComFailure, resultCode } from '../../native/errors.ts';
import type { UiaElement } from '../client.ts';
import { contentAsleep, TreeReading } from './reading.ts';
import { ask } from '../elements.ts';
import { KnownElements, type KnownWindows } from '../known-elements.ts';
import { askRoot, reach, rootId, type UiaScope } from '../reach.ts';
import { rowProperties } from './row-properties.ts';
import { Branches, byAsking, mostAtOnce, type Source } from './sources.ts';

/** Deeper than nearly any tree: reading this many levels reads everything. */
const allLevels = 20;
/** Timeout for a tree that was small the last time, in milliseconds; leaves time to read it in parts. */
const treeMs = 4_000;
/** Web content is exposed only after the first query: duration and interval of polling; milliseconds. */
const [settleMs, lookEveryMs] = [1_500, 200] as const;

/**
 * The tree of a window, or of one of its elements: with one query for everything, with one per small enough branch, or with one
 * per element. The latter if only a small part of a possibly large tree is requested, or if one query takes too long.
 */
export function readTree(place: UiaScope, windows: KnownWindows, from: string | null, budget: WalkBudget): RawTree {
  const { isSlow } = place.known;
  const inParts = budget.inParts === true || isSlow;
  if (inParts || (budget.depth < allLevels && !isSmall(place.known))) return readInParts(place, from, budget);
  try {
    return from === null ? readWindow(place, windows, budget) : readBelow(place, from, budget);
  } catch (error) {
    if (!(error instanceof ComFailure) || error.result !== resultCode.timeout) throw error;
    place.known.isSlow = true;
    return readInParts(place, from, budget);
  }
}

/** Read completely, whatever part is requested: one query, a few milliseconds. */
function isSmall({ wholeCount }: KnownElements): boolean {
  return wholeCount !== null && wholeCount <= mostAtOnce;
}

/** Its result replaces the window's known elements. */
function readWindow(place: UiaScope, windows: KnownWindows, budget: WalkBudget): RawTree {
  const { since } = place.known;
  for (;;) {
    const known = new KnownElements(since);
    const branches = new Branches(place.client);
    const tree = readWhole({ ...place, known }, branches, budget, isSmall(place.known));
    const settles = branches.isAsleep && monotonicMs() - since < settleMs && !budget.cancelled();
    if (settles) {
      known.release();
      pause(lookEveryMs);
      continue;
    }
    if (tree.truncated === null) known.wholeCount = branches.isLarge ? Infinity : tree.nodeCount;
    known.hasHidden = branches.hasHidden;
    windows.replace(place.window, known);
    return branches.isAsleep ? { ...tree, diagnosis: tree.diagnosis ?? contentAsleep } : tree;
  }
}

function readWhole(place: UiaScope, branches: Branches, budget: WalkBudget, small: boolean): RawTree {
  const { known } = place;
  try {
    const root = branches.root((scope) => askRoot(place, known, scope), small, treeMs);
    return readFrom(place, root, rootId(root), branches, budget);
  } catch (error) {
    known.release();
    throw error;
  }
}

function readBelow(place: UiaScope, from: string, budget: WalkBudget): RawTree {
  const { client, known } = place;
  const branches = new Branches(client);
  const element = reach(place, from);
  const root = branches.root((scope) => ask(client, known, element, rowProperties, scope), isSmall(known), treeMs);
  return readFrom(place, root, from, branches, budget);
}

function readInParts(place: UiaScope, from: string | null, budget: WalkBudget): RawTree {
  const { client, known } = place;
  const root = from === null ? askRoot(place, known, 'Element') : ask(client, known, reach(place, from), rowProperties);
  const tree = readFrom(place, root, from ?? rootId(root), byAsking(client), budget);
  if (from === null && tree.truncated === null) known.isSlow = false;
  return tree;
}

function readFrom({ known }: UiaScope, root: UiaElement, id: string, source: Source, budget: WalkBudget): RawTree {
  known.name(id, root);
  return new TreeReading(known, source, budget).read(root, id);
}

/** This thread only waits for apps. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
