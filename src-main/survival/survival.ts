import { AppError } from '#contract/errors';
import type { ElementNode } from '#contract/model/element';
import { sameRect } from '#contract/model/geometry';
import { parseSelector } from '#contract/model/selector';
import {
  maxLosses,
  type SelectorLoss,
  type SelectorSurvival,
  type Survival,
  type SurvivalQuery,
} from '#contract/model/survival';
import type { RawNode } from '../engine/backend.ts';
import { descend } from '../engine/tree/walk.ts';
import { isTelling } from '../tools/target/alternatives.ts';
import { describeMatches, findInKept, toNode, whyNone } from './resolve-kept.ts';
import type { KeptStep } from './kept-trees.ts';

/** A tree that was kept, as it is tried. */
export interface Kept {
  readonly from: Pick<SelectorLoss, 'run' | 'title' | 'call' | 'at' | 'window'>;
  readonly root: RawNode;
  /** Not all of it was kept: what is not found may be in the rest. */
  readonly cut: boolean;
  /** Descriptions were kept too. */
  readonly described: boolean;
  readonly step: KeptStep | null;
}

/** What a selector comes to in a tree; null where the tree cannot tell. */
type Verdict = 'held' | Pick<SelectorLoss, 'kind' | 'why'> | null;

/**
 * Tries selectors on kept trees, newest first. Where the element is in a tree is told by the step that was replayed on it,
 * else by what most of its selectors find. A tree in which none of them finds it counts against them only where it was the
 * step's own: elsewhere the element may not have been there.
 */
export async function survivalIn(trees: AsyncIterable<Kept>, query: SurvivalQuery): Promise<Survival> {
  const selectors = [...new Set([...query.selectors, ...query.tried])].filter(canBeRead);
  const tallies = selectors.map((selector) => ({ selector, held: 0, of: 0, losses: [] as SelectorLoss[] }));
  const runs = new Set<string>();
  let unseen = 0;
  for await (const kept of trees) {
    const found = await findAll(kept.root, selectors);
    const element = whereItIs(kept, found, query);
    runs.add(kept.from.run);
    if (element === null && (kept.cut || !isOwn(kept.step, query))) {
      unseen++;
      continue;
    }
    for (const tally of tallies) count(tally, kept, verdictOn(kept, tally.selector, found, element));
  }
  return { runs: runs.size, unseen, selectors: tallies satisfies readonly SelectorSurvival[] };
}

interface Tally {
  held: number;
  of: number;
  readonly losses: SelectorLoss[];
}

function count(tally: Tally, { from }: Kept, verdict: Verdict): void {
  if (verdict === null) return;
  tally.of++;
  if (verdict === 'held') tally.held++;
  else if (tally.losses.length < maxLosses) tally.losses.push({ ...from, ...verdict });
}

/** What somebody is still writing says nothing. */
function canBeRead(selector: string): boolean {
  try {
    return parseSelector(selector).length > 0;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

type Found = ReadonlyMap<string, readonly ElementNode[]>;

async function findAll(root: RawNode, selectors: readonly string[]): Promise<Found> {
  const found = selectors.map(async (selector) => [selector, await findInKept(root, selector)] as const);
  return new Map(await Promise.all(found));
}

function isOwn(step: KeptStep | null, { selectors }: SurvivalQuery): boolean {
  return step !== null && selectors.includes(step.selector);
}

function whereItIs({ root, step }: Kept, found: Found, query: SurvivalQuery): ElementNode | null {
  const bounds = isOwn(step, query) ? step?.bounds : null;
  const acted = bounds && [...descend(root)].filter((node) => node.bounds && sameRect(node.bounds, bounds));
  const [only, ...others] = acted?.filter(({ controlType }) => controlType === query.controlType) ?? [];
  return only && others.length === 0 ? toNode(only) : agreedOn(found, query);
}

/** Words of the element's own are worth two places; a place counts where the name is the expected one. */
function agreedOn(found: Found, { selectors, controlType, name }: SurvivalQuery): ElementNode | null {
  const worth = new Map<string, { readonly element: ElementNode; points: number }>();
  for (const selector of selectors) {
    const [element, ...others] = found.get(selector) ?? [];
    if (element?.controlType !== controlType || others.length > 0) continue;
    const vote = worth.get(element.id) ?? { element, points: 0 };
    vote.points += isTelling(selector) ? 2 : element.name === name ? 1 : 0;
    worth.set(element.id, vote);
  }
  const [best] = [...worth.values()].sort((a, b) => b.points - a.points);
  return best && best.points > 1 ? best.element : null;
}

function verdictOn(kept: Kept, selector: string, found: Found, element: ElementNode | null): Verdict {
  if (!kept.described && parseSelector(selector).some(({ description }) => description !== undefined)) return null;
  const matches = found.get(selector) ?? [];
  const [only, ...others] = matches;
  if (!only) return { kind: 'none', why: whyNone(kept.root, selector, element) };
  if (others.length > 0) return { kind: 'several', why: describeMatches(matches) };
  // Where no one knows which it is, one that is found may be it.
  if (element === null) return null;
  if (only.id === element.id) return 'held';
  return { kind: 'another', why: describeMatches(matches) };
}
