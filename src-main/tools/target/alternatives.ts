import type { ElementNode } from '#contract/model/element';
import { parseSelector } from '#contract/model/selector';
import { unmarked } from '#contract/model/volatile';
import type { WindowInfo } from '#contract/model/window';
import type { LookContext } from '../define-tool.ts';
import { insideWindow, likeliestElements } from './which-element.ts';

/** An alternative selector and the one element it matches. */
export interface Vote {
  readonly selector: string;
  readonly element: ElementNode;
}

/** What the alternatives of a failed selector match; those that match several elements say nothing. */
export async function votesOf(
  context: LookContext,
  window: WindowInfo,
  alternatives: readonly string[],
): Promise<readonly Vote[]> {
  const votes: Vote[] = [];
  for (const selector of alternatives) {
    const { matches } = await likeliestElements(context, { selector }, insideWindow(window));
    const [element, ...others] = matches;
    if (element && others.length === 0) votes.push({ selector, element });
  }
  return votes;
}

/**
 * The first vote to be trusted, or null where they do not say enough. Words of the element's own (id, name, label,
 * description, row and column) speak for themselves. Places (a path, an index, the only one of its role) always find
 * something, so that they count only where the element bears the expected name, with the mark of a changed document or
 * without, and where that is empty, only two that agree.
 */
export function elect(votes: readonly Vote[], name: string | undefined): Vote | null {
  const telling = votes.find(({ selector }) => isTelling(selector));
  if (telling) return telling;
  const fitting = votes.filter(({ element }) => name === undefined || unmarked(element.name) === unmarked(name));
  if (name) return fitting[0] ?? null;
  return fitting.find((vote) => fitting.filter(({ element }) => element.id === vote.element.id).length > 1) ?? null;
}

function isTelling(selector: string): boolean {
  const last = parseSelector(selector).at(-1);
  if (!last || last.nth !== undefined) return false;
  const isCell = last.row !== undefined && last.column !== undefined;
  const own = [last.id, last.name, last.nameContains, last.label, last.description];
  return isCell || own.some((words) => words !== undefined);
}
