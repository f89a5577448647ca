import type { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import {
  formatSelector,
  parseSelector,
  shortSelector,
  type Selector,
  type SelectorStep,
} from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import type { LookContext } from '../../define-tool.ts';
import { alike, type Vote } from './alike.ts';
import { ambiguousElement } from './ambiguous-element.ts';
import { insideWindow, likeliestElements, whichElements } from '../which-element.ts';

/** The unique match of each alternative of a failed selector, as written: for the user to choose from. */
export function votesOf(
  context: LookContext,
  window: WindowInfo,
  alternatives: readonly string[],
): Promise<readonly Vote[]> {
  return votes(context, window, alternatives);
}

/**
 * The substitute for an element that a selector no longer matches; null if the evidence is too weak. The returned selector
 * contains all conditions on the element.
 */
export async function elect(
  context: LookContext,
  window: WindowInfo,
  recorded: Recorded,
  name: string | undefined,
): Promise<Vote | null> {
  for (const vote of await votes(context, window, standIns(recorded))) {
    if (!vote.byPlace || (await isConfirmed(context, window, { recorded, vote }))) return vote;
  }
  return isNamedByPlaceAlone(recorded) ? agreed(await votes(context, window, recorded.alternatives), name) : null;
}

async function votes(context: LookContext, window: WindowInfo, selectors: readonly string[]): Promise<readonly Vote[]> {
  const found: Vote[] = [];
  for (const selector of selectors) {
    const { matches, byPlace } = await likeliestElements(context, { selector }, insideWindow(window));
    const [element, ...others] = matches;
    // A selector with several matches is no evidence.
    if (element && others.length === 0) found.push({ selector, element, byPlace });
  }
  return found;
}

/**
 * Whether an element that a selector chose among equals by an ordinal, a path or nearness is the recorded one: another kind of
 * evidence must lead to it. Ordinals and paths change when elements come and go, neighbours when they move or are renamed; one
 * alone may then mean another element. True if nothing else is known of it.
 */
export async function isConfirmed(
  context: LookContext,
  window: WindowInfo,
  { recorded, vote }: { readonly recorded: Recorded; readonly vote: Vote },
): Promise<boolean> {
  const own = evidenceOf(vote.selector);
  const all = [recorded.selector, ...recorded.alternatives];
  const others = all.filter((one) => !evidenceOf(one).some((kind) => own.includes(kind)));
  if (others.length === 0) return true;
  const found = await votes(context, window, others);
  return found.some(({ element }) => alike(element, vote.element));
}

/** The conditions that choose among elements matching a selector's words. */
function evidenceOf(selector: string): readonly (keyof SelectorStep)[] {
  const places = ['path', 'nth', 'near'] as const;
  return places.filter((key) => parseSelector(selector).some((step) => step[key] !== undefined));
}

/**
 * The error for an element that {@link isConfirmed} denies: all matches of the selector's words, and the matches of its
 * alternatives.
 */
export async function unconfirmed(
  context: LookContext,
  window: WindowInfo,
  { recorded, vote }: { readonly recorded: Recorded; readonly vote: Vote },
): Promise<AppError> {
  const { selector, alternatives } = recorded;
  const words = formatSelector(parseSelector(selector).map(({ nth: _, path: __, near: ___, ...step }) => step));
  const equals = words === '' ? [] : (await whichElements(context, { selector: words }, insideWindow(window))).matches;
  const voted = (await votes(context, window, alternatives)).map(({ element }) => element);
  const all = new Map([vote.element, ...equals, ...voted].map((element) => [element.id, element]));
  return ambiguousElement(context, [...all.values()], {
    query: { selector },
    what: `${quoted(shortSelector(selector))} or the alternatives to it, which disagree`,
  });
}

/** All recorded selectors of an element. */
export interface Recorded {
  readonly selector: string;
  /** Best first. */
  readonly alternatives: readonly string[];
}

/**
 * The alternatives that may replace the selector, best first, each narrowed to the row, the neighbour and the containers that
 * identify the element's owner. Positional ones (an index, a path, the only one of its role) are excluded, since they always
 * match something.
 */
export function standIns({ selector, alternatives }: Recorded): readonly string[] {
  const wanted = parseSelector(selector);
  const all = alternatives.map((one) => parseSelector(one));
  // A row identifies its element, regardless of the element's name.
  const row = [wanted, ...all].map((one) => one.at(-1)?.row).find((words) => words !== undefined);
  const reporting = all.filter((one) => isReporting(one, wanted));
  const narrowed = reporting.map((one) => narrow(one, wanted, row)).filter((one) => one !== null);
  return [...new Set(narrowed.map(formatSelector))].filter((one) => one !== formatSelector(wanted));
}

/** Whether it identifies the element by its own words: an id, a name, a label, a description, a row and a column. */
function isReporting(selector: Selector, wanted: Selector): boolean {
  if (selector.some(isCounted)) return false;
  const { id, name, nameContains, label, description, row, column } = selector.at(-1) ?? {};
  // Ids such as `item-3` count the elements: the third is another element once the first is removed.
  const isOwnId = id !== undefined && (!/\d$/.test(id) || wanted.at(-1)?.id !== undefined);
  const isCell = row !== undefined && column !== undefined;
  return isOwnId || isCell || [name, nameContains, label, description].some((words) => words !== undefined);
}

function isCounted({ nth, path }: SelectorStep): boolean {
  return nth !== undefined || path !== undefined;
}

/** Null if it contradicts the conditions on the element. */
function narrow(selector: Selector, wanted: Selector, row: string | undefined): Selector | null {
  const last = selector.at(-1) ?? {};
  const { near } = wanted.at(-1) ?? {};
  if (near !== undefined && last.near !== undefined && last.near !== near) return null;
  const scopes = wanted.slice(0, -1);
  const inside = formatSelector(selector).startsWith(`${formatSelector(scopes)} >> `);
  const whose = {
    ...(near !== undefined && { near }),
    ...(row !== undefined && last.row === undefined && { row }),
  };
  return [...(inside ? [] : scopes), ...selector.slice(0, -1), { ...last, ...whose }];
}

/** An element without any words, known only by positions. */
function isNamedByPlaceAlone({ selector, alternatives }: Recorded): boolean {
  return [selector, ...alternatives].map((one) => parseSelector(one)).every((one) => isPlace(one));
}

function isPlace(selector: Selector): boolean {
  return selector.every((step) => Object.keys(step).every((key) => ['role', 'nth', 'path'].includes(key)));
}

/** If only positions distinguish elements, two ways must agree, on an element of that name. */
function agreed(found: readonly Vote[], name = ''): Vote | null {
  const fitting = found.filter(({ element }) => element.name === name);
  return fitting.find((vote) => fitting.filter(({ element }) => element.id === vote.element.id).length > 1) ?? null;
}
