import { performance } from 'node:perf_hooks';
import { formatSelector, type RankedSelector, type SelectorKind } from '#contract/model/elements/selector';
import type { Candidate, Subject, Strategy } from './candidates/candidate.ts';
import { matchSelector } from './match.ts';
import { description } from './candidates/description.ts';
import { identity } from './candidates/identity.ts';
import { cell } from './candidates/cell.ts';
import { label } from './candidates/label.ts';
import { name } from './candidates/name.ts';
import { neighbour } from './candidates/neighbour.ts';
import { ordinal } from './candidates/ordinal.ts';
import { path } from './candidates/path.ts';
import { scoped } from './candidates/scoped.ts';

/** Every way to name an element, best band first. */
const strategies: readonly Strategy[] = [identity, name, label, description, scoped, neighbour, cell, ordinal, path];

/** Two of a kind are a choice, more are noise. */
const perKind = 2;
/** Above this index an ordinal says little; it is offered only where few other kinds are (Playwright never goes on). */
const lastUsefulOrdinal = 5;
const wantedKinds = 3;

interface Measured extends RankedSelector {
  readonly index: number;
}

/**
 * Selectors for an element of a tree, best first. Each was run against the tree and matched this element and no other.
 */
export function rankSelectors(subject: Subject): readonly RankedSelector[] {
  const candidates = strategies.flatMap((strategy) => strategy(subject)).sort((a, b) => a.score - b.score);
  const found = new Map<string, Measured>();
  for (const candidate of candidates) {
    const text = formatSelector(candidate.selector);
    if (found.has(text) || count(found.values(), candidate.kind) >= perKind) continue;
    const measured = measure(subject, candidate, text);
    if (measured) found.set(text, measured);
  }
  return withoutWeakOrdinals([...found.values()]).map(({ index: _, ...ranked }) => ranked);
}

/** The first of {@link rankSelectors}, without a look at the others; null where none matches. */
export function bestSelector(subject: Subject): Pick<RankedSelector, 'selector' | 'grade'> | null {
  const candidates = strategies.flatMap((strategy) => strategy(subject)).sort((a, b) => a.score - b.score);
  for (const candidate of candidates) {
    const measured = measure(subject, candidate, formatSelector(candidate.selector));
    if (measured) return { selector: measured.selector, grade: measured.grade };
  }
  return null;
}

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
