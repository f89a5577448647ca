import type { Point } from '#contract/model/geometry';
import type { RawNode, RawTree } from '../../../../backend.ts';
import { scoped, type Owner } from '../../com/memory.ts';
import type { PartBudget } from '../../elements/strategy.ts';
import type { UiaElement } from '../client.ts';
import { pathOf, type Step } from './hits.ts';
import { askRoot, rootId, type UiaScope } from '../reach.ts';
import { rowOf, runtimeIdOf, type Mutable } from './row.ts';
import { CachedProperties } from './row-properties.ts';
import { askFirstChild, askSiblings, type Siblings } from './siblings.ts';

/** Limits on children read per container, and on siblings to either side of a relevant one. */
const [mostChildren, reach] = [48, 16] as const;

/**
 * Limit on elements of the window: first those around the point and the focus, then the others level by level. Their ids are
 * resolved without a search.
 */
export function readAround(place: UiaScope, at: Point | null, budget: PartBudget): RawTree {
  const { known } = place;
  return scoped((scope) => {
    const root = askRoot(place, scope, 'Element');
    const paths = [at, 'focus' as const].flatMap((of) => (of === null ? [] : [pathOf(place, scope, of)]));
    const reading = new PartReading(place, scope, budget);
    const tree = reading.read(root, paths);
    for (const { element, node } of reading.steps()) known.keep(node.runtimeId, element);
    return tree;
  });
}

/** Reads along the paths first, from their ends up, then level by level. */
class PartReading {
  readonly #place: UiaScope;
  readonly #owner: Owner;
  readonly #budget: PartBudget;
  readonly #seen = new Map<string, Step>();
  #count = 1;
  #isCut = false;

  constructor(place: UiaScope, owner: Owner, budget: PartBudget) {
    this.#place = place;
    this.#owner = owner;
    this.#budget = budget;
  }

  read(root: UiaElement, paths: readonly (readonly Step[])[]): RawTree {
    const id = rootId(root);
    const top: Step = { element: root, node: rowOf(new CachedProperties(root), id) };
    this.#seen.set(id, top);
    const opened = new Set<Step>();
    for (const path of paths.filter(([first]) => first?.node.runtimeId === id)) {
      path.slice(1).forEach((step, index) => this.#add(path[index] as Step, step));
      for (const [index, step] of [...path.entries()].reverse()) {
        const known = this.#seen.get(step.node.runtimeId) ?? step;
        if (!opened.has(known)) this.#open(known, path[index + 1]?.element ?? null);
        opened.add(known);
      }
    }
    const queue = [top];
    for (const step of queue) {
      if (!opened.has(step)) this.#open(step, null);
      for (const { runtimeId } of step.node.children ?? []) queue.push(this.#seen.get(runtimeId) as Step);
    }
    const truncated = this.#budget.cancelled() ? 'time' : this.#isCut ? 'nodes' : null;
    return { root: top.node, nodeCount: this.#count, truncated, diagnosis: null };
  }

  /** All elements read. */
  steps(): Iterable<Step> {
    return this.#seen.values();
  }

  /** A child on a path: its index is determined when its parent is expanded. */
  #add(parent: Step, child: Step): void {
    const known = this.#seen.get(parent.node.runtimeId) ?? parent;
    if (this.#seen.has(child.node.runtimeId)) return;
    this.#seen.set(child.node.runtimeId, child);
    this.#count += 1;
    this.#setChildren(known.node, [...(known.node.children ?? []), child.node], true);
  }

  /** @param via the child on a path */
  #open({ element, node }: Step, via: UiaElement | null): void {
    if (this.#budget.cancelled() || this.#room <= 0) {
      this.#isCut = true;
      this.#setChildren(node, node.children, true);
      return;
    }
    const { elements, hasMore } = via === null ? this.#fromFirst(element) : this.#besides(via);
    const children = elements.flatMap((child) => this.#row(node, child) ?? []);
    const others = (node.children ?? []).filter((child) => !children.includes(child));
    this.#isCut ||= hasMore;
    this.#setChildren(node, [...children, ...others], hasMore);
  }

  #setChildren(node: Mutable<RawNode>, children: readonly RawNode[] | undefined, hasMore: boolean): void {
    if (children) node.children = children;
    node.childCount = children?.length ?? 0;
    if (hasMore) node.more = true;
    else delete node.more;
  }

  /** Null without an id, or with a duplicate one: a cyclic provider. */
  #row(parent: RawNode, element: UiaElement): RawNode | null {
    const properties = new CachedProperties(element);
    const runtimeId = runtimeIdOf(properties);
    if (runtimeId === null) return null;
    const known = this.#seen.get(runtimeId);
    if (known) return parent.children?.includes(known.node) ? known.node : null;
    const step = { element, node: rowOf(properties, runtimeId) };
    this.#seen.set(runtimeId, step);
    this.#count += 1;
    return step.node;
  }

  #fromFirst(parent: UiaElement): Siblings {
    const first = askFirstChild(this.#place, this.#owner, parent);
    return askSiblings(this.#place, this.#owner, 'next', first, Math.min(mostChildren, this.#room));
  }

  #besides(via: UiaElement): Siblings {
    const most = Math.min(reach, this.#room) + 1;
    const after = askSiblings(this.#place, this.#owner, 'next', via, most);
    const before = askSiblings(this.#place, this.#owner, 'previous', via, most);
    const elements = [...before.elements.slice(1).reverse(), ...after.elements];
    return { elements, hasMore: before.hasMore || after.hasMore };
  }

  get #room(): number {
    return this.#budget.maxNodes - this.#count;
  }
}
