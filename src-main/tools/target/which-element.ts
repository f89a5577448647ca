import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { FindResult } from '#contract/api';
import type { ControlType, ElementNode } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import {
  describeElementQuery,
  selectorOf,
  selectorsForOne,
  type ElementQuery,
} from '#contract/model/elements/element-query';
import type { WindowInfo } from '#contract/model/windows/window';
import type { LookContext, ToolContext } from '../define-tool.ts';
import { ambiguousElement } from './candidates/ambiguous-element.ts';
import { distinct } from './candidates/distinct.ts';
import { knownElement } from './known-element.ts';
import { withNearMisses } from './candidates/near-misses.ts';
import { lookEveryMs } from './windows/target-window.ts';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

/** Where to search for an element without a unique name. */
export interface Where {
  /** The intended window in its current state; called before every look, since it may appear late. */
  window(): Promise<WindowInfo>;
  /** Preferred types: if one of a set matches, others do not count; the first set wins. */
  readonly prefer?: readonly ReadonlySet<ControlType>[] | undefined;
  /** Called with every look at a window, and the number of elements read. */
  looked?(window: WindowInfo, scanned: number): void;
}

export interface FoundElement {
  readonly window: WindowInfo;
  readonly element: ElementNode;
  /** The screen point that named it; missing for other names. */
  readonly point?: Point | undefined;
  /** It was found by its name, and must still have it when acted on. */
  readonly byWords?: boolean;
}

/** The result of one look. */
export interface Matches extends FindResult {
  readonly window: WindowInfo;
}

/** Maximum number of matches to compare. */
const compared = 200;

/** For a known window. */
export function insideWindow(window: WindowInfo): Where {
  return { window: () => Promise.resolve(window) };
}

/**
 * THE answer to “which element?” for every tool, the command line and replay, in one look: the intended one in its current
 * state; null if there is none. Never guesses among equal matches.
 * @throws AppError `multiple_matches` with `candidates`, likeliest first, and why; `element_stale`, `invalid_parameter`, and
 * errors of the window
 */
export async function whichElement(
  context: Looking,
  query: ElementQuery,
  where: Where,
): Promise<{
  readonly window: WindowInfo;
  readonly element: ElementNode | null;
  readonly byPlace: boolean;
}> {
  const { window, matches, byPlace } = await likeliestElements(context, query, where);
  const [element = null, ...others] = matches;
  if (others.length > 0) throw await ambiguousElement(context, matches, { query });
  return { window, element, byPlace };
}

/**
 * The best matches of equal quality: none, one, or those that {@link whichElement} refuses to choose from. Hidden elements do
 * not count beside visible ones, an exact name beats a part of one, and neither the label inside a control, nor the window
 * around it, nor its filling child is a second match.
 */
export async function likeliestElements(
  context: Looking,
  query: ElementQuery,
  where: Where,
): Promise<Pick<Matches, 'window' | 'matches' | 'byPlace'>> {
  if (query.called !== undefined) return whichElements(context, query, where);
  const scope = await scopeOf(context, query, where);
  // The element of that name, which the client has seen, is gone: one whose name contains it is another.
  const isGone = () => context.session.refs.hasShown(query.name ?? '', scope.window.id);
  for (const [turn, selector] of selectorsForOne(query).entries()) {
    if (turn > 0 && isGone()) break;
    const found = await find(context, scope, where, { selector, limit: compared });
    const matches = await distinct(context, found.matches, { name: query.name, prefer: where.prefer });
    if (matches.length > 0) return { window: scope.window, matches, byPlace: found.byPlace };
  }
  return { window: scope.window, matches: [], byPlace: false };
}

/** See {@link whichElement}, but waits for the element and for its window. @param until milliseconds of `Date.now()` */
export async function waitForElement(
  context: Looking,
  query: ElementQuery,
  where: Where,
  until: number,
): Promise<FoundElement> {
  for (;;) {
    const found = await orLater(() => whichElement(context, query, where), until);
    if (found?.element) return { window: found.window, element: found.element };
    if (found && Date.now() >= until) {
      throw await withNearMisses(context, noElement(query, found.window), {
        window: found.window,
        selector: selectorOf(query),
      });
    }
    await sleep(lookEveryMs, context.signal);
  }
}

/** All matches, in tree order, in one look. */
export async function whichElements(
  context: Looking,
  query: ElementQuery,
  where: Where,
  limit = compared,
): Promise<Matches> {
  if (query.called !== undefined) {
    const { window, element } = await knownElement(context, query.called);
    where.looked?.(window, 0);
    return { window, matches: [element], total: 1, byPlace: false, scanned: 0, truncated: false, elapsedMs: 0 };
  }
  return find(context, await scopeOf(context, query, where), where, { selector: selectorOf(query), limit });
}

/** See {@link whichElements}; repeats until something matches, and returns nothing when time is up. */
export async function waitForElements(
  context: Looking,
  query: ElementQuery,
  where: Where,
  { until, limit }: { readonly until: number; readonly limit?: number | undefined },
): Promise<Matches> {
  for (;;) {
    const found = await orLater(() => whichElements(context, query, where, limit), until);
    if (found && (found.total > 0 || Date.now() >= until)) return found;
    await sleep(lookEveryMs, context.signal);
  }
}

export function noElement(query: ElementQuery, window: WindowInfo): AppError {
  return new AppError(
    'element_not_found',
    `No element of ${quoted(window.title)} matches ${describeElementQuery(query)}.`,
    {
      hint: 'Check the window and the spelling of the name, read the window’s tree, or wait for the element.',
      delivery: 'not_delivered',
    },
  );
}

/** The part of a window that a query is about. */
interface Scope {
  readonly window: WindowInfo;
  readonly within: { readonly from?: ElementNode['id']; readonly depth?: number };
}

async function scopeOf(context: Looking, { parent, depth }: ElementQuery, where: Where): Promise<Scope> {
  const known = parent === undefined ? null : await knownElement(context, parent);
  const window = known?.window ?? (await where.window());
  // Reported before the look, which may fail.
  where.looked?.(window, 0);
  return { window, within: { ...(known && { from: known.element.id }), ...(depth !== undefined && { depth }) } };
}

async function find(
  { engine, signal }: LookContext,
  { window, within }: Scope,
  where: Where,
  query: { readonly selector: string; readonly limit: number },
): Promise<Matches> {
  const found = await engine.find({ window: window.id, ...query, ...within }, { signal });
  where.looked?.(window, found.scanned);
  return { window, ...found };
}

/** Null if the missing element may still appear. */
async function orLater<T>(look: () => Promise<T>, until: number): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AppError && error.code === 'window_not_found' && Date.now() < until) return null;
    throw error;
  }
}
