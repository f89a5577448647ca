import { monotonicMs } from '../../../../base/async/monotonic.ts';
import { addRef, release, type Owner } from '../com/memory.ts';
import type { UiaElement } from './client.ts';

/** So many windows, and elements of all of them, are held at most: each is an object in the app too. */
const mostWindows = 8;
const mostElements = 120_000;
/** Of those that were found one by one so many are held for a window, beside what was read of it as a whole. */
const mostKept = 2_000;

/** The elements of a window by what they are called, since its tree was last read. It owns them. */
export class KnownElements implements Owner {
  readonly #named = new Map<string, UiaElement>();
  readonly #nameless = new Set<UiaElement>();
  /** What was found one by one; the longest known come first. */
  readonly #kept = new Set<string>();
  /** How many the whole tree had when it was read, Infinity where that was too much for one question; null before. */
  wholeCount: number | null = null;
  /** Not all that is in the window is told to anyone who asks for its whole tree, or looks for something in it. */
  hasHidden = false;
  /** It did not answer one question in time. */
  isSlow = false;
  /** Since when elements of the window are asked for, in milliseconds of the monotonic clock. */
  readonly since: number;

  constructor(since = monotonicMs()) {
    this.since = since;
  }

  get size(): number {
    return this.#named.size;
  }

  own(pointer: UiaElement): void {
    // The same object once more: one ownership is enough.
    if (this.#nameless.has(pointer)) release(pointer);
    else this.#nameless.add(pointer);
  }

  find(runtimeId: string): UiaElement | null {
    return this.#named.get(runtimeId) ?? null;
  }

  /** Reports what an element is called that it owns; another one of that name is released. */
  name(runtimeId: string, element: UiaElement): void {
    const before = this.#named.get(runtimeId);
    if (!this.#nameless.delete(element)) return;
    this.#named.set(runtimeId, element);
    if (before !== undefined) release(before);
  }

  /** Owns an element, too, that somebody else goes on owning; of too many of them, those found long ago are let go. */
  keep(runtimeId: string, element: UiaElement): void {
    if (this.#kept.delete(runtimeId) || !this.#named.has(runtimeId)) this.#kept.add(runtimeId);
    addRef(element);
    this.own(element);
    this.name(runtimeId, element);
    for (const oldest of this.#kept) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(oldest);
      release(this.#named.get(oldest) as UiaElement);
      this.#named.delete(oldest);
    }
  }

  /** The next to be released are the first: nothing is known any more. */
  release(): void {
    for (const element of this.#named.values()) release(element);
    for (const element of this.#nameless) release(element);
    this.#named.clear();
    this.#kept.clear();
    this.#nameless.clear();
  }
}

/** What is known of several windows, by their handles; the longest unused are forgotten first. */
export class KnownWindows {
  readonly #windows = new Map<number, KnownElements>();

  of(window: number): KnownElements {
    const known = this.#windows.get(window) ?? new KnownElements();
    this.replace(window, known);
    return known;
  }

  /** What a reading found takes the place of what was known before. */
  replace(window: number, elements: KnownElements): void {
    const before = this.#windows.get(window);
    if (before !== undefined && before !== elements) before.release();
    this.#windows.delete(window);
    this.#windows.set(window, elements);
    this.#forget();
  }

  #forget(): void {
    let count = 0;
    for (const elements of this.#windows.values()) count += elements.size;
    for (const [window, elements] of this.#windows) {
      const isLast = this.#windows.size === 1;
      if (isLast || (this.#windows.size <= mostWindows && count <= mostElements)) return;
      count -= elements.size;
      elements.release();
      this.#windows.delete(window);
    }
  }
}
