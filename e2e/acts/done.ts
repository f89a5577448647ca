import type { Item } from './scene.ts';
import type { Entry } from './stage.ts';

/** Whether the entries show that an act was done to an item, exactly as often as intended. @param id of the item */
export type Did = (entries: readonly Entry[], id: string) => boolean;

const acting = new Set<Entry['what']>(['down', 'wheel', 'key', 'clicked', 'toggled', 'selected', 'text', 'value']);

/** An entry for a real effect, not just a passing pointer. */
export function isActing({ what }: Entry): boolean {
  return acting.has(what);
}

const ofKind = (entries: readonly Entry[], id: string, what: Entry['what']) =>
  entries.filter((each) => each.id === id && each.what === what);

/** It happened once. */
export const once =
  (what: Entry['what']): Did =>
  (entries, id) =>
    ofKind(entries, id, what).length === 1;

/** It happened, with this final result. */
export const endsWith =
  (what: Entry['what'], value: unknown): Did =>
  (entries, id) =>
    ofKind(entries, id, what).at(-1)?.value === value;

/** The number of presses of a button, and no other was pressed. @param button as X counts them */
export const downs =
  (count: number, button: number): Did =>
  (entries, id) => {
    const all = ofKind(entries, id, 'down');
    return all.length === count && all.every(({ value }) => value === button);
  };

/** Effect of one click on an item. */
export function clicked(kind: Item['kind']): Did {
  if (kind === 'button' || kind === 'link') return once('clicked');
  return kind === 'check' ? once('toggled') : downs(1, 1);
}
