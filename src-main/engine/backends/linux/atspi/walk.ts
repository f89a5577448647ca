import type { RawNode, RawTree, WalkBudget } from '../../../backend.ts';
import { DBusFailure } from '../dbus/failure.ts';
import type { Accessibles } from './accessibles.ts';
import { readCache, type CachedTree } from './cache-reader.ts';
import { orElse, readFacts, readRest, rowOf, type NodeFacts } from './facts.ts';
import type { Frame } from './frames.ts';
import type { Ref } from './ref.ts';
import { rowCharacters } from './value.ts';

/** More children than this are cut: tables of LibreOffice claim 2,147,483,647. */
export const maxChildren = 1_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads the tree below an element. First the structure, from the app's cache where it has one, else with all questions
 * of a level under way at once; place, id and value of each element are asked as soon as it is known.
 * When the budget's signal aborts, what was read so far is answered.
 * @throws DBusFailure where the root is gone
 */
export async function readTree(
  accessibles: Accessibles,
  frame: Frame,
  from: Ref,
  budget: WalkBudget,
): Promise<Omit<RawTree, 'diagnosis'>> {
  const cached = frame.toolkit.reading === 'cache' ? await readCache(accessibles, frame.app, budget.signal) : null;
  return new TreeReading(accessibles, frame, budget, cached).read(from);
}

class TreeReading {
  readonly #accessibles: Accessibles;
  readonly #frame: Frame;
  readonly #budget: WalkBudget;
  readonly #cached: CachedTree | null;
  readonly #seen = new Set<string>();
  readonly #completing: Promise<void>[] = [];
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
    const root = this.#add(facts);
    await this.#expand(root, facts, 0);
    await Promise.all(this.#completing);
    return { root, nodeCount: this.#nodeCount, truncated: this.#truncated };
  }

  async #expand(node: Mutable<RawNode>, facts: NodeFacts, depth: number): Promise<void> {
    if (depth >= this.#budget.depth) {
      // A cache does not know how many children some elements have; the row must.
      if (facts.childCount < 0)
        node.childCount = await this.#inTime(this.#accessibles.childCount(facts.ref, this.#budget.signal), 0);
      if (node.childCount > 0) this.#truncated ??= 'depth';
      return;
    }
    const children = await this.#inTime(this.#childrenOf(facts), null);
    if (children === null) return;
    const fresh = children.filter((child) => this.#isNew(child.ref));
    const room = this.#budget.maxNodes - this.#nodeCount;
    if (fresh.length > room) this.#truncated ??= 'nodes';
    const taken = fresh.slice(0, Math.max(0, room));
    const added = taken.map((child) => ({ facts: child, node: this.#add(child) }));
    node.children = added.map((child) => child.node);
    node.childCount = Math.max(node.childCount, children.length);
    await Promise.all(added.map((child) => this.#expand(child.node, child.facts, depth + 1)));
  }

  /** The cache's children where they are all there; some containers in GTK 3 leave theirs out. */
  async #childrenOf(facts: NodeFacts): Promise<readonly NodeFacts[]> {
    const known = this.#cached?.children.get(facts.ref.path) ?? [];
    const { signal } = this.#budget;
    let count = facts.childCount;
    if (count < 0) count = await this.#accessibles.childCount(facts.ref, signal);
    if (this.#cached !== null && count <= known.length) return known;
    if (count <= 0) return [];
    const refs = await this.#childRefs(facts.ref, count);
    const read = await Promise.all(refs.map((ref) => this.#factsOrNull(ref)));
    return read.filter((child) => child !== null);
  }

  async #childRefs(ref: Ref, count: number): Promise<readonly Ref[]> {
    const { signal } = this.#budget;
    if (count <= maxChildren) return this.#accessibles.children(ref, signal);
    this.#truncated ??= 'nodes';
    const indices = Array.from({ length: maxChildren }, (_, index) => index);
    const found = await Promise.all(
      indices.map((index) => orElse(this.#accessibles.childAt(ref, index, signal), null)),
    );
    return found.filter((child) => child !== null);
  }

  #facts(ref: Ref): Promise<NodeFacts> {
    return readFacts(this.#accessibles, ref, this.#budget.signal);
  }

  /** Null for an element that went away between its parent's answer and its own. */
  async #factsOrNull(ref: Ref): Promise<NodeFacts | null> {
    // An app may embed another's elements; those are that app's tree.
    if (ref.bus !== this.#frame.ref.bus) return null;
    const known = this.#cached?.facts.get(ref.path);
    if (known) return known;
    return orElse<NodeFacts | null>(this.#facts(ref), null);
  }

  #isNew(ref: Ref): boolean {
    if (this.#seen.has(ref.path)) return false;
    this.#seen.add(ref.path);
    return true;
  }

  /** Puts a row in the tree at once; its place, id and value are filled in when they have come. */
  #add(facts: NodeFacts): Mutable<RawNode> {
    this.#nodeCount++;
    this.#seen.add(facts.ref.path);
    const node: Mutable<RawNode> = { ...rowOf(this.#frame, facts) };
    const rest = readRest(this.#accessibles, this.#frame, facts, rowCharacters, this.#budget.signal);
    const completing = this.#inTime(
      rest.then((found) => void Object.assign(node, found)),
      undefined,
    );
    // Awaited at the end of the reading; until then a failure must not count as unhandled.
    completing.catch(() => undefined);
    this.#completing.push(completing);
    return node;
  }

  async #inTime<T>(reading: Promise<T>, instead: T): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (this.#budget.signal.aborted) {
        this.#truncated = 'time';
        return instead;
      }
      if (error instanceof DBusFailure) return instead;
      throw error;
    }
  }
}
