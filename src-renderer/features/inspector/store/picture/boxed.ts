import type { ElementNode } from '#contract/model/elements/element';
import type { Seen } from '../entries.ts';
import type { InspectorState } from '../state.ts';

/** An element with its box in the picture, and whether it is known to lie there in this very picture. */
export interface Boxed {
  readonly node: ElementNode;
  readonly sure: boolean;
}

/** What is chosen. From its details where no look reports it: beyond the tree, and while it is sought. */
export function chosenBox(state: InspectorState): Boxed | null {
  const { selected, entries, details, detailsSeen, goneAt } = state;
  if (selected === null || goneAt !== null) return null;
  const entry = entries.get(selected);
  if (entry?.seen === null) return { node: entry.node, sure: true };
  if (details?.id === selected) return { node: details, sure: isOfPicture(detailsSeen, state) };
  return entry ? { node: entry.node, sure: isOfPicture(entry.seen, state) } : null;
}

/** What is under the pointer. */
export function markedBox(state: InspectorState): Boxed | null {
  const entry = state.marked === null ? undefined : state.entries.get(state.marked);
  return entry ? { node: entry.node, sure: entry.seen === null || isOfPicture(entry.seen, state) } : null;
}

/** From before it was asked for until after it was answered the window looked as it does in the picture. */
function isOfPicture(seen: Seen | null, { sequence, trueAt }: InspectorState): boolean {
  return seen !== null && trueAt !== null && seen.since === sequence && trueAt >= seen.at;
}
