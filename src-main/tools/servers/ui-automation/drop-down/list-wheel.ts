import type { ElementNode } from '#contract/model/elements/element';
import { isItem, isShown, itemsShown, placesShown, type Inside } from './drop-down-parts.ts';

/** Notches to turn while nothing is known of the list. */
const blindly = 3;
/** Maximum share of the visible items that a turn may skip if the list reports only those. */
const ofShown = 0.8;
/** Limits a turn, so that a measurement at the end of a list does not cause skipping. */
const mostNotches = 40;
/** Turns without movement before the list counts as ended: a busy app may follow the wheel late. */
const stuckTurns = 2;

/** Decides how far to turn the wheel over an open list, from its visible items before and after each turn. */
export class ListWheel {
  #direction: -1 | 1 = -1;
  #hasTurnedBack = false;
  #before = '';
  /** Turns in a row without movement. */
  #still = 0;
  /** The first visible item before the last turn, and the notches of that turn. */
  #last: { readonly first: number; readonly notches: number } | null = null;
  /** The names visible before the last turn. */
  #names: readonly string[] = [];
  /** Items that one notch moves. */
  #perNotch: number | null = null;

  /**
   * @param look the list's content
   * @param option the wanted one, even if off-screen; null if the list does not have it yet
   * @returns notches, negative towards the end of the list; zero once the option is visible, and not at the edge unless the list
   * ends there, or if there is nothing left to turn to
   */
  next(look: readonly Inside[], option: ElementNode | null): number {
    const shown = itemsShown(look);
    const now = placesShown(look);
    this.#still = now === this.#before ? this.#still + 1 : 0;
    this.#before = now;
    const items = look.filter((each) => isItem(each.node) && !each.isInShown);
    const first = items.findIndex(({ node }) => node.id === shown[0]?.id);
    this.#measure(first);
    const names = shown.map(({ name }) => name);
    const shift = shiftOf(this.#names, names);
    this.#names = names;
    const around = look.find(({ node }) => node.id === option?.id)?.around ?? [];
    const at = items.findIndex(({ node }) => node.id === option?.id || around.some(({ id }) => id === node.id));
    const notches = at < 0 ? this.#sweep(shift, shown.length) : this.#towards(at - first, shown.length, option);
    this.#last = { first, notches };
    return notches;
  }

  #measure(first: number): void {
    if (!this.#last) return;
    const moved = Math.abs(first - this.#last.first);
    if (moved > 0) this.#perNotch = Math.max(1, moved / Math.abs(this.#last.notches));
  }

  /** @param shift number of items that the last turn moved, null if none of the earlier ones is visible */
  #sweep(shift: number | null, shown: number): number {
    if (this.#still >= stuckTurns) {
      if (this.#hasTurnedBack) return 0;
      this.#hasTurnedBack = true;
      this.#still = 0;
      this.#direction = 1;
      return blindly;
    }
    const turned = Math.abs(this.#last?.notches ?? 0);
    if (turned === 0 || shift === 0 || shift === null) return this.#direction * blindly;
    const perNotch = Math.abs(shift) / turned;
    return this.#direction * Math.min(mostNotches, Math.max(1, Math.floor((shown * ofShown) / perNotch)));
  }

  /** @param at number of items below the first visible one */
  #towards(at: number, shown: number, option: ElementNode | null): number {
    const isInSight = option !== null && isShown(option) && at >= 0 && at < shown;
    const isAtEdge = shown > 2 && (at === 0 || at === shown - 1);
    if (this.#still >= stuckTurns || (isInSight && (this.#still > 0 || !isAtEdge))) return 0;
    const items = at - (shown >> 1);
    const notches = this.#perNotch ? Math.round(Math.abs(items) / this.#perNotch) : blindly;
    return (items < 0 ? 1 : -1) * (isInSight ? 1 : Math.min(mostNotches, Math.max(1, notches)));
  }
}

/** Number of items that the list moved down; null if no item is visible both times, or two have the same name. */
function shiftOf(before: readonly string[], now: readonly string[]): number | null {
  if (new Set(now).size < now.length) return null;
  const at = now.findIndex((name) => before.includes(name));
  return at < 0 ? null : before.indexOf(now[at] ?? '') - at;
}
