import { z } from 'zod';
import { Room, type Row } from './room.ts';

/** For tools that return lists: the number of items before the first one shown. */
export const offsetField = (what: string) =>
  z.number().int().nonnegative().default(0).describe(`How many ${what} to skip: the next page.`);

export interface Page<T> {
  readonly items: readonly T[];
  /** What a reader must know besides the rows; undefined if everything is shown in full. */
  readonly note: string | undefined;
  /** Long texts in them were cut. */
  readonly cut: boolean;
}

export interface PageOptions {
  /** In the plural, for messages. */
  readonly what: string;
  /** Tokens for text and data each. */
  readonly room: number;
  readonly offset?: number;
  readonly limit?: number;
  /** Another way to see the rest, named after the argument for it. */
  readonly or?: string;
}

/**
 * The rows of a list from `offset` on, as many as fit, and a note on the rest.
 * @param describe formats one item; called for at most one more than are shown
 */
export function pageOf<T, R extends Row>(
  all: readonly T[],
  describe: (item: T, room: Room) => R,
  options: PageOptions,
): Page<R> {
  const { offset = 0, limit = Infinity, room } = options;
  const filling = new Room(room);
  const items: R[] = [];
  for (const item of all.slice(offset, limit === Infinity ? undefined : offset + limit)) {
    const row = describe(item, filling);
    if (!filling.takes(row)) break;
    items.push(row);
  }
  const cut = filling.hasCut;
  return { items, note: pageNote({ ...options, offset, shown: items.length, total: all.length, cut }), cut };
}

/** Describes the shown part of the list, and how to request the next; undefined if it is complete. */
export function pageNote(page: {
  readonly what: string;
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
  readonly cut?: boolean;
  readonly or?: string;
}): string | undefined {
  const { what, offset, shown, total, cut = false, or } = page;
  const next = offset + shown;
  const more = next < total ? `. Next page: offset ${next}${or ? `, ${or}` : ''}` : '';
  const part =
    shown === 0 && total > 0
      ? `There are ${total} ${what}, none of them after the first ${offset}.`
      : `Showing ${what} ${offset + 1} to ${next} of ${total}${more}.`;
  return lines(shown < total && part, cut && longTextsNote);
}

/** Note for texts that are cut so that more rows fit. */
export const longTextsNote = 'Long texts are cut (…): get_text reads those of an element or a window whole.';

/** Joins notes; undefined if there is none. */
export function lines(...notes: readonly (string | false | null | undefined)[]): string | undefined {
  return notes.filter(Boolean).join('\n') || undefined;
}
