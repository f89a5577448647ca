import type { Item } from './scene.ts';
import type { Entry } from './stage.ts';

/** Whether the entries report that an act was done to an item, as often as it was meant. @param id of the item */
export type Did = (entries: readonly Entry[], id: string) => boolean;

const acting = new Set<Entry['what']>(['down', 'wheel', 'key', 'clicked', 'toggled', 'selected', 'text', 'value']);

/** What an entry reports was done, and not merely passed over. */
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

/** It happened, and this is what came of it in the end. */
export const endsWith =
  (what: Entry['what'], value: unknown): Did =>
  (entries, id) =>
    ofKind(entries, id, what).at(-1)?.value === value;

/** A mouse button went down so often, and no other did. @param button as X counts them */
export const downs =
  (count: number, button: number): Did =>
  (entries, id) => {
    const all = ofKind(entries, id, 'down');
    return all.length === count && all.every(({ value }) => value === button);
  };

/** What one click does to an item. */
export function clicked(kind: Item['kind']): Did {
  if (kind === 'button' || kind === 'link') return once('clicked');
  return kind === 'check' ? once('toggled') : downs(1, 1);
}
