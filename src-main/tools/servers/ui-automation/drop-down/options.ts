import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementDetails, type ElementNode } from '#contract/model/elements/element';
import { formatSelector } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../../define-tool.ts';
import { ambiguousElement } from '../../../target/candidates/ambiguous-element.ts';

/** How long a list may take to show its options once it is open, in milliseconds. */
export const openMs = 1_500;
export const lookEveryMs = 50;
/** Number of options that an error lists. */
const listed = 50;
/** Maximum number of items to search. */
const mostFound = 1_000;

/** A list, and its position. */
export interface ListPlace {
  readonly context: ToolContext;
  readonly window: WindowInfo;
  readonly list: ElementNode;
}

/** The selected option. */
export interface Chosen {
  readonly name: string;
  /** The app does not report the selection, so it cannot be verified. */
  readonly unread?: boolean;
}

/** Elements of the list that match the selector. */
async function inList({ context, window, list }: ListPlace, selector: string): Promise<readonly ElementNode[]> {
  const query = { window: window.id, from: list.id, selector, limit: mostFound };
  const { matches } = await context.engine.find(query, { signal: context.signal });
  return matches.filter(({ id }) => id !== list.id);
}

/** The option with that text: exactly, or else ignoring case; null if the list has none. @throws AppError `multiple_matches` */
export async function optionCalled(place: ListPlace, text: string): Promise<ElementNode | null> {
  const exact = await inList(place, formatSelector([{ name: text }]));
  const fold = text.toLowerCase();
  const similar = exact.length > 0 ? exact : await inList(place, formatSelector([{ nameContains: text }]));
  const found = await outermost(
    place,
    similar.filter(({ name }) => name.toLowerCase() === fold),
  );
  return onlyOne(place, found, text);
}

/** @throws AppError `multiple_matches` */
export async function onlyOne(
  { context }: ListPlace,
  [first, ...others]: readonly ElementNode[],
  text: string,
): Promise<ElementNode | null> {
  if (!first || others.length === 0) return first ?? null;
  const how = { query: { name: text }, what: `the option ${quoted(text)}` };
  throw await ambiguousElement(context, [first, ...others], how);
}

/** An option and the label in it have the same name: keeps only the outermost. */
async function outermost(place: ListPlace, found: readonly ElementNode[]): Promise<readonly ElementNode[]> {
  if (found.length < 2) return found;
  const ids = new Set(found.map(({ id }) => id));
  const outer: ElementNode[] = [];
  for (const one of found) if (!(await aroundIn(place, one)).some(({ id }) => ids.has(id))) outer.push(one);
  return outer;
}

/** The ancestors of an element within its list, from the outermost on. */
export async function aroundIn(
  { context, list }: ListPlace,
  { id }: Pick<ElementNode, 'id'>,
): Promise<readonly ElementNode[]> {
  const around = await context.engine.ancestors({ element: id }, { signal: context.signal });
  return around.slice(around.findIndex((each) => each.id === list.id) + 1);
}

/** The option itself, or the item that contains its label. */
export async function selectable(place: ListPlace, option: ElementNode): Promise<ElementDetails> {
  const { engine, signal } = place.context;
  const inside = await aroundIn(place, option);
  for (const one of [option, ...[...inside].reverse()]) {
    const details = await engine.details({ element: one.id }, { signal });
    if (details.patterns.includes('select')) return details;
  }
  return engine.details({ element: option.id }, { signal });
}

export async function select({ engine, signal }: ToolContext, option: ElementDetails): Promise<void> {
  const pattern = option.patterns.includes('select') || !option.patterns.includes('invoke') ? 'select' : 'invoke';
  await engine.runPattern({ element: option.id, call: { pattern } }, { signal });
}

/** Opens a list by its pattern. Firefox may open one without reporting it. */
export async function openList({ context: { engine, signal }, list }: ListPlace): Promise<void> {
  try {
    await engine.runPattern({ element: list.id, call: { pattern: 'expand', expanded: true } }, { signal });
  } catch (error) {
    // Its options show whether it is open.
    if (!(error instanceof AppError) || error.code !== 'not_verified') throw error;
  }
}

/** Closes a list that was opened by its pattern. */
export async function collapse({ context: { engine, signal }, list }: ListPlace): Promise<void> {
  try {
    await engine.runPattern({ element: list.id, call: { pattern: 'expand', expanded: false } }, { signal });
  } catch (error) {
    // The missing option is the error to report, not the list that stays open.
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
  }
}

/** @returns `element_not_found`, with what the list has instead */
export async function missingOption(place: ListPlace, text: string): Promise<AppError> {
  return notAmong(place, await inList(place, 'name~=""'), text);
}

/** The same for a known list of options. */
export function notAmong({ list }: ListPlace, all: readonly ElementNode[], text: string): AppError {
  const every = [...new Set(all.map(({ name }) => name).filter((name) => name !== ''))];
  const names = every.slice(0, listed);
  if (names.length === 0) {
    return new AppError('element_not_found', `${describeElement(list)} reports no texts of options.`, {
      hint: 'Open it, find the option in a screenshot, and click it or use the arrow keys and Enter.',
      data: { options: [] },
    });
  }
  const more = every.length > names.length ? ` and ${every.length - names.length} more` : '';
  const known = names.map((name) => quoted(name)).join(', ');
  return new AppError(
    'element_not_found',
    `${describeElement(list)} has no option ${quoted(text)}. It has ${known}${more}.`,
    {
      hint: 'Use the text of one of the options.',
      data: { options: names },
    },
  );
}
