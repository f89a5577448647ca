import { performance } from 'node:perf_hooks';
import { formatSelector, type RankedSelector, type SelectorKind } from '#contract/model/elements/selector';
import { AppError } from '#contract/errors';
import { parseElementId } from '#contract/model/elements/element';
import type { ElementId, PastLook } from '#contract/model/schemas/element';
import type { RawNode } from '../backend.ts';
import type { EngineContext, Operation } from '../operations/operation.ts';
import { pathTo, walk, wholeTree } from '../tree/walk.ts';
import { elementPlace } from '../windows/lookup.ts';
import type { Candidate, Subject, Strategy } from './candidates/candidate.ts';
import { matchSelector } from './match.ts';
import { description, identity, label, path } from './candidates/identity.ts';
import { cell, name } from './candidates/name.ts';
import { neighbour } from './candidates/neighbour.ts';
import { ordinal } from './candidates/ordinal.ts';
import { scoped } from './candidates/scoped.ts';
import { relearned } from './relearned.ts';
import { scores } from './scores.ts';
import { indexOf } from './tree-index.ts';
import { isPicture } from './pictures/found-pictures.ts';

/** Strategies by words, best band first. */
const byWords: readonly Strategy[] = [identity, name, label, description, scoped, neighbour, cell];
/** Their results rank below `scores.role`, and cost more. */
const byPlace: readonly Strategy[] = [ordinal, path];

/** Selectors to offer of each kind. */
const perKind = 2;
/** Above this index an ordinal is fragile; it is offered only if there are few other kinds (Playwright never offers it). */
const lastUsefulOrdinal = 5;
const wantedKinds = 3;

interface Measured extends RankedSelector {
  readonly index: number;
}

/** Selectors for an element of a tree, best first. Each was run against the tree and matched only this element. */
export function rankSelectors(subject: Subject): readonly RankedSelector[] {
  indexOf(subject.root);
  const found = new Map<string, Measured>();
  for (const candidate of sorted([...byWords, ...byPlace].flatMap((strategy) => strategy(subject)))) {
    const text = formatSelector(candidate.selector);
    if (found.has(text) || count(found.values(), candidate.kind) >= perKind) continue;
    const measured = measure(subject, candidate, text);
    if (measured) found.set(text, measured);
  }
  return withoutWeakOrdinals([...found.values()]).map(({ index: _, ...ranked }) => ranked);
}

/** The first of {@link rankSelectors}, without computing the others; null if none matches. */
export function bestSelector(subject: Subject): Pick<RankedSelector, 'selector' | 'grade'> | null {
  const words = sorted(byWords.flatMap((strategy) => strategy(subject)));
  const places = () => sorted([...words, ...byPlace.flatMap((strategy) => strategy(subject))]);
  const before = words.filter(({ score }) => score < scores.role);
  const best = before.find((each) => isOnly(subject, each)) ?? places().find((each) => isOnly(subject, each));
  return best ? { selector: formatSelector(best.selector), grade: best.grade } : null;
}

/** Whether it matches only this element. Many elements have candidates in common, so searches are cached. */
function isOnly({ root, target }: Subject, { selector }: Candidate): boolean {
  let known = searched.get(root);
  if (!known) {
    indexOf(root);
    searched.set(root, (known = new Map<string, RawNode | null>()));
  }
  const text = formatSelector(selector);
  let only = known.get(text);
  if (only === undefined) {
    const matches = matchSelector(root, selector);
    known.set(text, (only = matches.length === 1 ? (matches[0] ?? null) : null));
  }
  return only === target;
}

/** By tree and selector: its only match; null if there are none or several. */
const searched = new WeakMap<RawNode, Map<string, RawNode | null>>();

const sorted = (candidates: readonly Candidate[]) => [...candidates].sort((a, b) => a.score - b.score);

function measure(subject: Subject, candidate: Candidate, text: string): Measured | null {
  const started = performance.now();
  const matches = matchSelector(subject.root, candidate.selector);
  const elapsedMs = performance.now() - started;
  if (matches.length !== 1 || matches[0] !== subject.target) return null;
  const { kind, grade } = candidate;
  return { selector: text, kind, grade, matchCount: 1, elapsedMs, index: candidate.selector.at(-1)?.nth ?? 0 };
}

function withoutWeakOrdinals(ranked: readonly Measured[]): readonly Measured[] {
  const strong = ranked.filter((selector) => selector.index <= lastUsefulOrdinal);
  return new Set(strong.map((selector) => selector.kind)).size >= wantedKinds ? strong : ranked;
}

function count(found: Iterable<RankedSelector>, kind: SelectorKind): number {
  return [...found].filter((selector) => selector.kind === kind).length;
}

export const selectors: Operation<'selectors'> = async (context, { element, look }, call) => {
  if (look) return selectorsAt(context, element, look);
  const { window, runtimeId } = await elementPlace(context, element);
  // The picture that found it is all that is known of it.
  if (isPicture(runtimeId)) throw new AppError('element_stale');
  const { root } = await walk(context, window, wholeTree, call);
  return relearned(rankedIn(root, runtimeId), context.learned.apps.get(window.app));
};

export const setSelectorTrials: Operation<'setSelectorTrials'> = (context, { apps }) => {
  context.learned.apps = new Map(apps.map((each) => [each.app, each]));
  return Promise.resolve();
};

/** Works for closed windows, too. */
function selectorsAt(
  context: EngineContext,
  element: ElementId,
  { view, sequence }: PastLook,
): readonly RankedSelector[] {
  const { window, runtimeId } = parseElementId(element);
  const root = context.followers.of(context, window, view).rootAt(sequence);
  if (!root) throw new AppError('element_stale', 'This look is too old.');
  return rankedIn(root, runtimeId);
}

/** @throws AppError `element_stale` if the tree does not have the element */
function rankedIn(root: RawNode, runtimeId: string): readonly RankedSelector[] {
  const path = pathTo(root, runtimeId);
  const target = path?.at(-1);
  if (!path || !target) throw new AppError('element_stale');
  return rankSelectors({ root, target, path });
}
