import { monotonicMs } from '../../../../base/async/monotonic.ts';
import { addRef, release, type Owner } from '../com/memory.ts';
import type { UiaElement } from './client.ts';

/** Limits on windows, and on elements of all of them: each also holds an object in the app. */
const mostWindows = 8;
const mostElements = 120_000;
/** Limit per window on elements found one by one, besides those of the tree. */
const mostKept = 2_000;

/** The elements of a window by runtime id, since the last read of its tree. Owns them. */
export class KnownElements implements Owner {
  readonly #named = new Map<string, UiaElement>();
  readonly #nameless = new Set<UiaElement>();
  /** Elements found one by one, oldest first. */
  readonly #kept = new Set<string>();
  /** Element count of the last full read, Infinity if too many for one query; null before. */
  wholeCount: number | null = null;
  /** Some content is missing from queries for the whole tree, and from searches. */
  hasHidden = false;
  /** One query timed out. */
  isSlow = false;
  /** When elements of the window were first queried, in milliseconds of the monotonic clock. */
  readonly since: number;

  constructor(since = monotonicMs()) {
    this.since = since;
  }

  get size(): number {
    return this.#named.size;
  }

  own(pointer: UiaElement): void {
    // The same object again: one reference is enough.
    if (this.#nameless.has(pointer)) release(pointer);
    else this.#nameless.add(pointer);
  }

  find(runtimeId: string): UiaElement | null {
    return this.#named.get(runtimeId) ?? null;
  }

  /** Adds an owned element by id; releases a previous one with the same id. */
  name(runtimeId: string, element: UiaElement): void {
    const before = this.#named.get(runtimeId);
    if (!this.#nameless.delete(element)) return;
    this.#named.set(runtimeId, element);
    if (before !== undefined) release(before);
  }

  /** Adds an element that another owner keeps; above the limit, the oldest are released. */
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

  /** The oldest is released first; clears everything. */
  release(): void {
    for (const element of this.#named.values()) release(element);
    for (const element of this.#nameless) release(element);
    this.#named.clear();
    this.#kept.clear();
    this.#nameless.clear();
  }
}

/** Known elements of several windows, by handle; the least recently used are dropped first. */
export class KnownWindows {
  readonly #windows = new Map<number, KnownElements>();

  of(window: number): KnownElements {
    const known = this.#windows.get(window) ?? new KnownElements();
    this.replace(window, known);
    return known;
  }

  /** A read replaces the known elements. */
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
