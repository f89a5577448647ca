import type { ElementNode } from '#contract/model/elements/element';
import { isItem, isShown, itemsShown, placesShown, type Inside } from './drop-down-parts.ts';

/** How far the wheel is turned at once if nothing is known of the list, in notches. */
const blindly = 3;
/** How much of what shows a turn may move out of sight where the list has no more items than it shows. */
const ofShown = 0.8;
/** A turn is never longer, so that no list is passed by what was measured at its end. */
const mostNotches = 40;

/** Decides how far to turn the wheel over an open list, from what it showed before and after each turn. */
export class ListWheel {
  #direction: -1 | 1 = -1;
  #hasTurnedBack = false;
  #before = '';
  /** The first item that showed before the last turn, and the notches of that. */
  #last: { readonly first: number; readonly notches: number } | null = null;
  /** The names of what showed before the last turn. */
  #names: readonly string[] = [];
  /** Items that one notch moves. */
  #perNotch: number | null = null;

  /**
   * @param look what is in the list
   * @param option the wanted one, also where it is out of sight; null where the list does not have it yet
   * @returns notches, below zero towards the end of the list; zero once the option is in sight, and not at the edge unless the
   *   list ends there, or where nothing is left to turn to
   */
  next(look: readonly Inside[], option: ElementNode | null): number {
    const shown = itemsShown(look);
    const now = placesShown(look);
    const isStuck = now === this.#before;
    this.#before = now;
    const items = look.filter((each) => isItem(each.node) && !each.isInShown);
    const first = items.findIndex(({ node }) => node.id === shown[0]?.id);
    this.#measure(first);
    const names = shown.map(({ name }) => name);
    const shift = shiftOf(this.#names, names);
    this.#names = names;
    const around = look.find(({ node }) => node.id === option?.id)?.around ?? [];
    const at = items.findIndex(({ node }) => node.id === option?.id || around.some(({ id }) => id === node.id));
    const notches =
      at < 0 ? this.#sweep(isStuck, shift, shown.length) : this.#towards(at - first, shown.length, isStuck, option);
    this.#last = { first, notches };
    return notches;
  }

  #measure(first: number): void {
    if (!this.#last) return;
    const moved = Math.abs(first - this.#last.first);
    if (moved > 0) this.#perNotch = Math.max(1, moved / Math.abs(this.#last.notches));
  }

  /** @param shift how many items the last turn moved what showed, null if none of it shows any more */
  #sweep(isStuck: boolean, shift: number | null, shown: number): number {
    if (isStuck) {
      if (this.#hasTurnedBack) return 0;
      this.#hasTurnedBack = true;
      this.#direction = 1;
      return blindly;
    }
    const turned = Math.abs(this.#last?.notches ?? 0);
    if (turned === 0 || shift === 0 || shift === null) return this.#direction * blindly;
    const perNotch = Math.abs(shift) / turned;
    return this.#direction * Math.min(mostNotches, Math.max(1, Math.floor((shown * ofShown) / perNotch)));
  }

  /** @param at how many items below the first that shows */
  #towards(at: number, shown: number, isStuck: boolean, option: ElementNode | null): number {
    const isInSight = option !== null && isShown(option) && at >= 0 && at < shown;
    const isAtEdge = shown > 2 && (at === 0 || at === shown - 1);
    if (isStuck || (isInSight && !isAtEdge)) return 0;
    const items = at - (shown >> 1);
    const notches = this.#perNotch ? Math.round(Math.abs(items) / this.#perNotch) : blindly;
    return (items < 0 ? 1 : -1) * (isInSight ? 1 : Math.min(mostNotches, Math.max(1, notches)));
  }
}

/** How many items further down the list begins now; null if nothing shows both times, or two are called alike. */
function shiftOf(before: readonly string[], now: readonly string[]): number | null {
  if (new Set(now).size < now.length) return null;
  const at = now.findIndex((name) => before.includes(name));
  return at < 0 ? null : before.indexOf(now[at] ?? '') - at;
}
