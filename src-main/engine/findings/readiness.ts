import { performance } from 'node:perf_hooks';
import { formatSelector, type SelectorGrade } from '#contract/model/elements/selector';
import type { Readiness } from '#contract/model/findings';
import { bestSelector } from '../selectors/rank.ts';
import {
  endsWithCounter,
  isNameOfItem,
  isOwnValue,
  isStableId,
  isStableText,
  lastingPart,
  namesDocument,
} from '../selectors/stability.ts';
import { gridPlaceOf } from '../selectors/relations/grid.ts';
import { around, nameKey, type Entry, type Scene } from './scene.ts';

export interface Best {
  readonly selector: string;
  readonly grade: SelectorGrade;
}

/** Finds the best selector of an element. */
export interface Judge {
  /** Null if no time was left. */
  best(entry: Entry): Best | null;
}

/** Budget per reading for elements that only the whole tree distinguishes, in milliseconds. */
const longestMs = 1_500;

const judges = new WeakMap<Scene, Judge>();

/** The selectors that the inspector offers; those that the scene's tables prove unique are not searched for in the tree. */
export function judgeOf(scene: Scene): Judge {
  const known = judges.get(scene);
  if (known) return known;
  const made = new Map<Entry, Best | null>();
  let spent = 0;
  const judge: Judge = {
    best(entry) {
      const before = made.get(entry);
      if (before !== undefined) return before;
      const quick = provenBest(entry, scene);
      if (quick === null && spent > longestMs) return null;
      const started = performance.now();
      const best = quick ?? soughtBest(entry, scene);
      spent += performance.now() - started;
      made.set(entry, best);
      return best;
    },
  };
  judges.set(scene, judge);
  return judge;
}

function soughtBest(entry: Entry, { root }: Scene): Best | null {
  const path = [...around(entry)].map(({ node }) => node).reverse();
  return bestSelector({ root: root.node, target: entry.node, path: [...path, entry.node] });
}

/** The result of the first strategies, if no other element in the window has that id, or that type and name. */
function provenBest({ node }: Entry, { root, byId, byName }: Scene): Best | null {
  if (isInRow(root.node, node)) return null;
  const { automationId: id, controlType: role, name } = node;
  const isCounted = endsWithCounter(id);
  if (isStableId(id) && !isCounted && byId.get(id)?.length === 1) {
    return { selector: formatSelector([{ id }]), grade: 'A' };
  }
  if (isStableId(id) || isOwnValue(node, name) || !isStableText(name) || lastingPart(name) !== null) return null;
  if (namesDocument(name, root.node.name) || byName.get(nameKey({ node, name }))?.length !== 1) return null;
  return { selector: formatSelector([{ role, name }]), grade: 'B' };
}

/** A control in a row is identified by the row first. */
function isInRow(root: Entry['node'], node: Entry['node']): boolean {
  return gridPlaceOf(root, node).row.some(isNameOfItem);
}

export function readinessOf(scene: Scene): Readiness {
  const judge = judgeOf(scene);
  const usable = scene.entries.filter((entry) => entry.usable && entry.owner === null);
  const judged = usable.map((entry) => judge.best(entry));
  return {
    usable: usable.length,
    findable: judged.filter((best) => best !== null && best.grade !== 'D' && best.grade !== 'E').length,
    identified: usable.filter(({ node: { automationId: id } }) => isStableId(id) && scene.byId.get(id)?.length === 1)
      .length,
    notJudged: judged.filter((best) => best === null).length,
  };
}
