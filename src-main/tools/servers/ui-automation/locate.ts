import { sleep } from '../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted, word } from '#contract/foreign-text';
import type { ControlType, ElementNode } from '#contract/model/element';
import { formatSelector } from '#contract/model/selector';
import type { WindowInfo } from '#contract/model/window';
import type { LookContext } from '../../define-tool.ts';
import { lookEveryMs } from '../../target/target-window.ts';
import type { Scan } from './action.ts';
import { ambiguous, distinct } from './candidates.ts';
import { toControlType } from './control-type.ts';
import { knownElement } from '../../target/known-element.ts';
import { windowFor } from './window-of.ts';

/** What a search looks for; see `fields.ts`. */
export interface Criteria {
  readonly name?: string | undefined;
  readonly control_type?: string | undefined;
  readonly automation_id?: string | undefined;
  readonly selector?: string | undefined;
  readonly parent?: string | undefined;
  readonly window?: string | undefined;
  readonly max_depth?: number | undefined;
}

export interface Target extends Criteria {
  readonly element?: string | undefined;
}

export interface Found {
  readonly window: WindowInfo;
  readonly matches: readonly ElementNode[];
  readonly total: number;
  /** Some of the window was not read. */
  readonly truncated: boolean;
}

export interface Patience {
  /** Milliseconds of `Date.now()`; 0 for a single look. */
  readonly until: number;
  /** Where one of these matches, others do not count. */
  readonly prefer?: ReadonlySet<ControlType>;
}

export interface Located {
  readonly window: WindowInfo;
  readonly element: ElementNode;
}

/** More candidates than these are not compared with each other. */
const compared = 200;

/** One look at the window the criteria mean. */
export async function look(context: LookContext, wanted: Criteria, scan: Scan, limit = compared): Promise<Found> {
  const window = await windowFor(context, wanted);
  scan.windowTitle = window.title;
  return find(context, window, wanted, scan, { selector: selectorOf(wanted), limit });
}

/**
 * Looks until something matches; an empty answer when time is up. A window or an element to search in may come late too.
 * @param until milliseconds of `Date.now()`
 */
export async function waitForMatches(
  context: LookContext,
  wanted: Criteria,
  scan: Scan,
  { until, limit }: { readonly until: number; readonly limit?: number },
): Promise<Found> {
  for (;;) {
    const found = await orLater(() => look(context, wanted, scan, limit), until);
    if (found && (found.total > 0 || Date.now() >= until)) return found;
    await sleep(lookEveryMs, context.signal);
  }
}

/**
 * The one element that is meant; waits for it. Several are refused rather than guessed among.
 * @throws AppError `element_not_found`, `multiple_matches` with `diagnostics.multipleMatches`, `element_stale`, and what
 *   {@link windowFor} throws
 */
export async function locate(
  context: LookContext,
  wanted: Target,
  scan: Scan,
  { until, prefer }: Patience,
): Promise<Located> {
  if (wanted.element !== undefined) {
    const known = await knownElement(context, wanted.element);
    scan.windowTitle = known.window.title;
    return known;
  }
  for (;;) {
    const found = await orLater(() => lookForOne(context, wanted, scan, prefer), until);
    const [element, ...others] = found?.matches ?? [];
    if (found && element && others.length === 0) return { window: found.window, element };
    if (found && element) throw await ambiguous(context, describeCriteria(wanted), found.matches);
    if (found && Date.now() >= until) throw notFound(wanted, found.window);
    await sleep(lookEveryMs, context.signal);
  }
}

/** An exact name wins over a part of one. */
async function lookForOne(
  context: LookContext,
  wanted: Criteria,
  scan: Scan,
  prefer: Patience['prefer'],
): Promise<Found> {
  const window = await windowFor(context, wanted);
  scan.windowTitle = window.title;
  const { name, selector } = wanted;
  if (name !== undefined && selector === undefined) {
    const exact = await find(context, window, wanted, scan, { selector: selectorOf(wanted, true), limit: compared });
    if (exact.total > 0) return { ...exact, matches: await distinct(context, exact.matches, { name, prefer }) };
  }
  const found = await find(context, window, wanted, scan, { selector: selectorOf(wanted), limit: compared });
  return { ...found, matches: await distinct(context, found.matches, { name, prefer }) };
}

async function find(
  context: LookContext,
  window: WindowInfo,
  { parent, max_depth: depth }: Criteria,
  scan: Scan,
  query: { readonly selector: string; readonly limit: number },
): Promise<Found> {
  const from = parent === undefined ? undefined : (await knownElement(context, parent)).element.id;
  const within = { ...(from !== undefined && { from }), ...(depth !== undefined && { depth }) };
  const { matches, total, scanned, truncated } = await context.engine.find(
    { window: window.id, ...query, ...within },
    { signal: context.signal },
  );
  scan.elements += scanned;
  return { window, matches, total, truncated: truncated && total <= matches.length };
}

/** Nothing yet, where what is missing may still come. */
async function orLater<T>(look: () => Promise<T>, until: number): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AppError && error.code === 'window_not_found' && Date.now() < until) return null;
    throw error;
  }
}

function selectorOf({ selector, name, control_type: type, automation_id: id }: Criteria, exact = false): string {
  if (selector !== undefined) return selector;
  // Everything contains the empty text.
  const named = exact && name !== undefined ? { name } : { nameContains: name ?? '' };
  return formatSelector([
    { ...named, ...(type !== undefined && { role: toControlType(type) }), ...(id !== undefined && { id }) },
  ]);
}

/** For sentences: `name “Save”, type Button`. */
export function describeCriteria({ name, control_type: type, automation_id: id, selector, parent }: Criteria): string {
  const parts = [
    name !== undefined && `name ${quoted(name, Infinity)}`,
    type !== undefined && `type ${type}`,
    id !== undefined && `automation id ${quoted(id, Infinity)}`,
    selector !== undefined && quoted(selector, Infinity),
    parent !== undefined && `below ${word(parent)}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ') || 'everything';
}

export function notFound(wanted: Criteria, window: WindowInfo): AppError {
  return new AppError(
    'element_not_found',
    `No element of ${quoted(window.title)} matches ${describeCriteria(wanted)}.`,
    {
      hint: 'Check that the window is the right one and how the name is spelt, look at its tree, or wait longer with timeout_ms.',
      delivery: 'not_delivered',
    },
  );
}
