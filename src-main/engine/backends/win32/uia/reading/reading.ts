import type { Diagnosis } from '#contract/model/diagnosis';
import type { RawNode, RawTree } from '../../../../backend.ts';
import type { WalkBudget } from '../../elements/strategy.ts';
import type { UiaElement } from '../client.ts';
import type { KnownElements } from '../known-elements.ts';
import { idByPlace } from '../runtime-id.ts';
import { rowOf, runtimeIdOf, type Mutable } from './row.ts';
import { CachedProperties } from './row-properties.ts';
import type { Source } from './sources.ts';

/** Part of the window is missing, as indicated by `more`. */
const branchLost: Diagnosis = {
  code: 'incomplete',
  message: 'The app responds, but fails to report a part of its window.',
  fix: 'Look again. Where that stays so, work with pictures, text recognition and coordinates in that part.',
};

/** A list has too many rows, as indicated by `more`. */
const listCut: Diagnosis = {
  code: 'incomplete',
  message: 'A list in this window is longer than what was read of it.',
  fix: 'Ask for its children page by page, or for the row by its name or automation id.',
};

/** Chromium's switch: https://www.chromium.org/developers/design-documents/accessibility/ */
export const contentAsleep: Diagnosis = {
  code: 'chromium_flag_missing',
  message: 'The web content of this window exposes no elements.',
  fix: 'Look again in a moment: it begins to once it was asked. Where that stays so, start the app again with --force-renderer-accessibility.',
};

interface Open {
  readonly node: Mutable<RawNode>;
  readonly element: UiaElement;
  readonly depth: number;
}

/** Reads rows level by level, so that a truncated tree has complete upper levels. */
export class TreeReading {
  readonly #known: KnownElements;
  readonly #source: Source;
  readonly #budget: WalkBudget;
  readonly #seen = new Set<string>();
  #truncated: RawTree['truncated'] = null;
  #diagnosis: Diagnosis | null = null;

  /** @param known owns every element read, by runtime id */
  constructor(known: KnownElements, source: Source, budget: WalkBudget) {
    this.#known = known;
    this.#source = source;
    this.#budget = budget;
  }

  /** @param root with its row cached */
  read(root: UiaElement, runtimeId: string): RawTree {
    this.#seen.add(runtimeId);
    const node = rowOf(new CachedProperties(root), runtimeId);
    // A queue: the node being expanded is at the front, and stays until the end.
    const queue: Open[] = [{ node, element: root, depth: 0 }];
    for (let next = 0; next < queue.length; next++) {
      if (this.#budget.cancelled()) {
        this.#truncated = 'time';
        break;
      }
      queue.push(...this.#open(queue[next] as Open, this.#budget.maxNodes - queue.length));
    }
    return {
      root: node,
      nodeCount: queue.length,
      truncated: this.#truncated,
      diagnosis: this.#diagnosis,
    };
  }

  #open({ node, element, depth }: Open, room: number): Open[] {
    if (depth >= this.#budget.depth || room <= 0) {
      node.childCount = this.#source.count(element);
      if (node.childCount > 0) this.#truncated ??= room <= 0 ? 'nodes' : 'depth';
      return [];
    }
    const children = this.#source.children(this.#known, element);
    if (children === null) {
      this.#diagnosis = branchLost;
      node.more = true;
      return [];
    }
    const { elements, count } = children;
    node.childCount = count;
    if (elements.length < count) {
      this.#diagnosis ??= listCut;
      node.more = true;
    }
    if (elements.length > room) this.#truncated = 'nodes';
    const taken = elements.slice(0, room).map((child, index) => this.#row(child, node.runtimeId, index, depth + 1));
    node.children = taken.map((open) => open.node);
    return taken;
  }

  #row(element: UiaElement, parent: string, index: number, depth: number): Open {
    const properties = new CachedProperties(element);
    const own = runtimeIdOf(properties);
    const runtimeId = own === null || this.#seen.has(own) ? idByPlace(parent, index) : own;
    this.#seen.add(runtimeId);
    this.#known.name(runtimeId, element);
    const node = rowOf(properties, runtimeId);
    // Such a list reports its other items when they are searched for.
    if (properties.is('IsItemContainerPatternAvailable')) node.more = true;
    return { node, element, depth };
  }
}
