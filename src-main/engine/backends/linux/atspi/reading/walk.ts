import { AppError } from '#contract/errors';
import { withDeadline } from '../../../../../base/async/deadline.ts';
import type { RawNode, RawTree, WalkBudget } from '../../../../backend.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import { asBulk } from '../../dbus/traffic.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import * as questions from '../bus/questions.ts';
import { orInstead, type Question } from '../bus/questions.ts';
import { endless, maxChildren } from '../limits.ts';
import { requestPlace, type Place } from '../places/place.ts';
import { formatRef, type Ref } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';
import { orElse } from '../bus/or-else.ts';
import { noSiblings, type CachedTree, type Siblings, readCache, readGrowingCache } from './cache-reader.ts';
import { shownCells } from './cells.ts';
import { rowOf, statesAt } from './facts.ts';
import { mayHaveId, requestIdentity, type Identity } from './identity.ts';
import { isCalledByChoice, readChoice } from './choice.ts';
import { mayHaveLabel, readLabel } from './label.ts';
import { isLinkInText, readLinkInText } from './text-links.ts';
import { mayHoldText, readOwnText } from './own-text.ts';
import { nameParagraphs } from './paragraphs.ts';
import * as rows from './row-facts.ts';
import type { RowFacts } from './row-facts.ts';
import { rowWithValue } from './value.ts';
import { Work } from './work.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads the tree below an element. The structure comes first, from the app's cache if it has one, else level by level with all
 * queries of a level concurrent. Bounds, id and value of each element are queried as soon as it is known. If the budget's
 * signal aborts, the result is what was read so far. @throws DBusFailure if the root is gone
 */
export async function readTree(
  accessibles: Accessibles,
  frame: Frame,
  from: Ref,
  budget: WalkBudget,
): Promise<Omit<RawTree, 'diagnosis'>> {
  const cached = await readCacheOf(accessibles, frame, from, budget);
  return new TreeReading(accessibles, frame, budget, cached).read(from);
}

/** Same without the app's cache: querying a few elements is faster than reading all. */
export function walkTree(
  accessibles: Accessibles,
  frame: Frame,
  from: Ref,
  budget: WalkBudget,
): Promise<Omit<RawTree, 'diagnosis'>> {
  return new TreeReading(accessibles, frame, budget, null).read(from);
}

async function readCacheOf(
  accessibles: Accessibles,
  frame: Frame,
  from: Ref,
  budget: WalkBudget,
): Promise<CachedTree | null> {
  switch (frame.toolkit.reading) {
    case 'cache':
    case 'slowing cache':
      return readCacheSoon(accessibles, frame, budget.signal);
    case 'growing cache':
      return readGrowingCache(accessibles, frame, from, budget);
    case 'walk':
      return null;
  }
}

class TreeReading {
  readonly #accessibles: Accessibles;
  readonly #frame: Frame;
  readonly #budget: WalkBudget;
  readonly #cached: CachedTree | null;
  readonly #seen = new Set<string>();
  readonly #work = new Work((error) => this.#bear(error));
  #nodeCount = 0;
  #truncated: RawTree['truncated'] = null;

  constructor(accessibles: Accessibles, frame: Frame, budget: WalkBudget, cached: CachedTree | null) {
    this.#accessibles = accessibles;
    this.#frame = frame;
    this.#budget = budget;
    this.#cached = cached;
  }

  async read(from: Ref): Promise<Omit<RawTree, 'diagnosis'>> {
    const facts = this.#cached?.facts.get(from.path) ?? (await this.#facts(from));
    this.#seen.add(from.path);
    const root = this.#add(facts);
    this.#open(root, facts, 0);
    await this.#work.done();
    if (this.#frame.toolkit.namesParagraphs) nameParagraphs(root);
    return { root, nodeCount: this.#nodeCount, truncated: this.#truncated };
  }

  #open(node: Mutable<RawNode>, facts: RowFacts, depth: number): void {
    if (depth >= this.#budget.depth) {
      this.#leaveClosed(node, facts);
      return;
    }
    const known = this.#knownChildren(facts);
    if (!known) {
      this.#work.add(this.#askChildren(facts), (children) => this.#fill(node, children, depth));
      return;
    }
    this.#fill(node, known.facts, depth);
    // The order is not waited for here.
    if (!known.inOrder && known.facts.length <= maxChildren)
      this.#ask(facts.ref, questions.children, (refs) => arrange(node, refs));
  }

  /** A cache lacks the child count of some elements; the row needs it. */
  #leaveClosed(node: Mutable<RawNode>, facts: RowFacts): void {
    const count = (children: number) => {
      node.childCount = Math.max(0, children);
      if (children > 0) this.#truncated ??= 'depth';
    };
    if (facts.childCount >= 0) count(facts.childCount);
    else this.#ask(facts.ref, questions.childCount, count);
  }

  #fill(node: Mutable<RawNode>, children: readonly RowFacts[], depth: number): void {
    const fresh = children.filter((child) => this.#isNew(child.ref));
    const room = Math.max(0, this.#budget.maxNodes - this.#nodeCount);
    if (fresh.length > room) this.#truncated ??= 'nodes';
    const taken = fresh.length > room ? fresh.slice(0, room) : fresh;
    const added = taken.map((child) => this.#add(child));
    node.children = added;
    node.childCount = Math.max(node.childCount, children.length);
    for (const [index, child] of added.entries()) this.#open(child, taken[index] as RowFacts, depth + 1);
  }

  /** The cache's children if complete; null if the app must be queried. GTK 3 has elements whose parent does not list them. */
  #knownChildren(facts: RowFacts): Siblings | null {
    if (facts.childCount === 0) return noSiblings;
    const known = this.#siblingsIn(facts);
    return facts.childCount === known.facts.length ? known : null;
  }

  #siblingsIn({ ref }: RowFacts): Siblings {
    return this.#cached?.children.get(ref.path) ?? noSiblings;
  }

  /** Some containers in GTK 3 omit their children, and the count, from the cache. */
  async #askChildren(facts: RowFacts): Promise<readonly RowFacts[]> {
    const known = this.#siblingsIn(facts);
    const { signal } = this.#budget;
    const count = facts.childCount < 0 ? await this.#accessibles.childCount(facts.ref, signal) : facts.childCount;
    if (count === known.facts.length && known.inOrder) return known.facts;
    const refs = await this.#childRefs(facts.ref, count);
    const read = await this.#factsOfAll(refs);
    // The bounds of children depend on their parent; a caller that has just listed the children passes it.
    return read.flatMap((child) => (child ? { ...child, parent: child.parent ?? facts.ref } : []));
  }

  async #childRefs(ref: Ref, count: number): Promise<readonly Ref[]> {
    const { signal } = this.#budget;
    if (count <= maxChildren) return this.#accessibles.children(ref, signal);
    this.#truncated ??= 'nodes';
    const isEndless = count >= endless.from;
    const shown = isEndless ? await shownCells(this.#accessibles, ref, signal) : null;
    if (shown) return shown;
    const asked = Array.from({ length: isEndless ? endless.read : maxChildren }, (_, index) =>
      this.#accessibles.ask(ref, orInstead(questions.childAt(index), null), signal),
    );
    return (await Promise.all(asked)).filter((child) => child !== null);
  }

  #facts(ref: Ref): Promise<RowFacts> {
    return rows.readRowFacts(this.#accessibles, this.#frame.toolkit, ref, this.#budget.signal);
  }

  /** Null for an element that disappeared between its parent's answer and its own. One promise for all. */
  #factsOfAll(refs: readonly Ref[]): Promise<readonly (RowFacts | null)[]> {
    const [accessibles, toolkit, { signal }] = [this.#accessibles, this.#frame.toolkit, this.#budget];
    return new Promise((resolve, reject) => {
      const fail: (error: unknown) => void = reject;
      const read: (RowFacts | null)[] = refs.map(() => null);
      let missing = 1;
      const answered = () => {
        missing--;
        if (missing === 0) resolve(read);
      };
      const failed = (error: unknown) => {
        try {
          this.#bear(error);
          answered();
        } catch (unbearable) {
          fail(unbearable);
        }
      };
      for (const [index, ref] of refs.entries()) {
        // An app may embed elements of another app, which belong to that app's tree.
        if (ref.bus !== this.#frame.ref.bus) continue;
        const known = this.#cached?.facts.get(ref.path);
        if (known) {
          read[index] = known;
          continue;
        }
        missing++;
        const take = (facts: RowFacts) => {
          read[index] = facts;
          answered();
        };
        rows.requestRowFacts(accessibles, toolkit, ref, signal, take, failed);
      }
      answered();
    });
  }

  #ask<T>(ref: Ref, question: Question<T>, answered: (value: T) => void): void {
    this.#work.ask(this.#accessibles, ref, question, this.#budget.signal, answered);
  }

  #isNew(ref: Ref): boolean {
    if (this.#seen.has(ref.path)) return false;
    this.#seen.add(ref.path);
    return true;
  }

  /** Adds a row to the tree at once; its bounds, id and value are filled in when they arrive. */
  #add(facts: RowFacts): Mutable<RawNode> {
    this.#nodeCount++;
    const node: Mutable<RawNode> = rowOf(this.#frame, facts);
    const [accessibles, frame, work] = [this.#accessibles, this.#frame, this.#work];
    const { signal } = this.#budget;
    if (rows.mayHavePlace(frame, facts))
      work.begin<Place>(
        (...callbacks) => requestPlace(accessibles, frame, facts, signal, ...callbacks),
        (place) => {
          node.states = statesAt(frame, facts.ref, node.states, place);
          if (place !== 'unseen') node.bounds = place;
        },
      );
    if (mayHaveId(frame, facts))
      work.begin<Identity>(
        (...callbacks) => requestIdentity(accessibles, frame, facts, signal, ...callbacks),
        (identity) => Object.assign(node, identity),
      );
    if (isCalledByChoice(frame.toolkit, facts)) {
      work.add(readChoice(accessibles, frame, facts, signal), (choice) => Object.assign(node, choice));
      return node;
    }
    if (mayHoldText(frame.toolkit, facts))
      work.add(readOwnText(accessibles, facts, rowCharacters, signal), (own) => Object.assign(node, own));
    if (isLinkInText(facts))
      work.add(readLinkInText(accessibles, frame, facts.ref, signal), (link) => Object.assign(node, link));
    if (mayHaveLabel(frame.toolkit, facts))
      work.add(readLabel(accessibles, frame, facts, signal), (label) => (node.name = shortened(label, rowCharacters)));
    if (rows.mayHaveValue(frame, facts))
      work.add(rows.readRowValue(accessibles, frame, facts, signal), (value) =>
        Object.assign(node, rowWithValue(node.states, value)),
      );
    return node;
  }

  /** A failed query of one element, or a timeout, does not fail the tree. */
  #bear(error: unknown): void {
    if (this.#budget.signal.aborted) this.#truncated = 'time';
    else if (!(error instanceof DBusFailure)) throw error;
  }
}

/** Sorts children into the order of their parent's list. */
function arrange(node: Mutable<RawNode>, refs: readonly Ref[]): void {
  const places = new Map(refs.map((ref, index) => [formatRef(ref), index]));
  const place = ({ runtimeId }: RawNode) => places.get(runtimeId) ?? refs.length;
  node.children = [...(node.children ?? [])].sort((a, b) => place(a) - place(b));
}

/**
 * GTK 3 needs quadratic time in the number of siblings to report all elements at once (20 s for 10,000 labels in one box), is
 * blocked meanwhile, and repeats the work for each caller. Walking such a window page by page takes as long as one such call.
 * So the cache is queried only if the top of the window contains no such box, and given up after this long if one is hidden
 * deeper. Milliseconds.
 */
const silentMs = 3_000;

/** Whether apps take longer, by bus name, which is never reused. */
const slowBuses = new Map<string, boolean>();

const maxKnown = 100;

/**
 * The app's cache, or null if it would take, or took before, longer than acceptable.
 * @throws the signal's reason on abort, BusUnavailable
 */
export async function readCacheSoon(
  accessibles: Accessibles,
  frame: Pick<Frame, 'app' | 'ref' | 'toolkit'>,
  signal: AbortSignal,
): Promise<CachedTree | null> {
  const { bus } = frame.app;
  if (frame.toolkit.reading === 'slowing cache' && !slowBuses.has(bus))
    remember(bus, await hasManySiblings(accessibles, frame.ref, signal));
  if (slowBuses.get(bus)) return null;
  const limits = { signal, timeoutMs: silentMs, what: 'Asking the app for all its elements' };
  try {
    return await withDeadline(limits, (soon) => readCache(accessibles, frame, asBulk(soon)));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError && error.code === 'timeout')) throw error;
    remember(bus, true);
    return null;
  }
}

function remember(bus: string, isSlow: boolean): void {
  const [oldest] = slowBuses.keys();
  if (slowBuses.size >= maxKnown && oldest !== undefined) slowBuses.delete(oldest);
  slowBuses.set(bus, isSlow);
}

/** From this number of siblings on, GTK 3 takes about a second, and four times as long for each doubling. */
const veryMany = 2_000;

/** Number of elements checked from the top of the window down: reading a small window should not cost twice as much. */
const maxAsked = 32;

/** A larger container is no box around the rest of the window. */
const maxOpened = 8;

/** Whether an element near the top of the window has {@link veryMany} children; false if none is found early. */
async function hasManySiblings(accessibles: Accessibles, top: Ref, signal: AbortSignal): Promise<boolean> {
  let left = maxAsked;
  for (let level: readonly Ref[] = [top]; level.length > 0 && left > 0;) {
    const asked = level.slice(0, left);
    left -= asked.length;
    const counts = await Promise.all(asked.map((ref) => orElse(accessibles.childCount(ref, signal), 0)));
    if (counts.some((count) => count >= veryMany)) return true;
    const opened = asked.filter((_, index) => counts[index] && counts[index] <= maxOpened);
    level = (await Promise.all(opened.map((ref) => orElse(accessibles.children(ref, signal), [])))).flat();
  }
  return false;
}
