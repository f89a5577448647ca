import type { ControlType } from '#contract/model/elements/element';
import { scoped, type Owner } from '../../com/memory.ts';
import { ComFailure, resultCode } from '../../native/errors.ts';
import { twice, type UiaClient, type UiaElement } from '../client.ts';
import {
  allOf,
  ask,
  askChildCount,
  askChildren,
  askFirstChildren,
  askSize,
  cachedChildren,
  countCachedChildren,
  type Children,
} from '../elements.ts';
import { controlTypeOf } from '../api.ts';
import { rowProperties, CachedProperties, handleOf } from './row-properties.ts';
import { boundsOf } from './row.ts';

/**
 * A single query for more elements than this, with their rows, would block an app for too long: the slowest need half a
 * millisecond per element.
 */
export const mostAtOnce = 2_000;

/** How children are found: in the cache, or with a query. */
export interface Source {
  /** Null if the app fails. */
  children(owner: Owner, element: UiaElement): Children | null;
  count(element: UiaElement): number;
}

/** Queries the children of each element: many queries, but a read can end between them. */
export function byAsking(client: UiaClient): Source {
  return {
    children: (owner, element) => askFirstChildren(client, owner, element, rowProperties),
    count: (element) => askChildCount(client, element),
  };
}

/** Queries uncached elements: the whole subtree unless too large, or the children. */
type Unread = 'whole' | 'unmeasured' | 'children';

/**
 * A whole subtree is one query, if small enough. It fails if any provider in it does; then the children are queried, each of
 * them with its subtree, and so on, so that only failing elements are missing. Too large subtrees are split the same way, and
 * so are provider boundaries, which a single query may omit.
 */
export class Branches implements Source {
  readonly #client: UiaClient;
  readonly #unread = new Map<UiaElement, Unread>();
  /** Some were returned only by a query for the parent's children. */
  hasHidden = false;
  /** Web content reports no children. */
  isAsleep = false;
  /** Too many for one query. */
  isLarge = false;

  constructor(client: UiaClient) {
    this.#client = client;
  }

  /**
   * The element to begin with.
   * @param isSmall no need to count its elements
   * @param maxWaitMs timeout for the whole subtree
   * @throws ComFailure if the app does not answer, or times out
   */
  root(asked: (scope: 'Subtree' | 'Element') => UiaElement, isSmall: boolean, maxWaitMs: number): UiaElement {
    const whole = isSmall ? twice(() => this.#client.withTimeout(() => asked('Subtree'), maxWaitMs)) : null;
    if (whole !== null && !(whole instanceof ComFailure)) return whole;
    if (whole?.result === resultCode.timeout) throw whole;
    const alone = twice(() => asked('Element'));
    if (alone instanceof ComFailure) throw alone;
    this.#unread.set(alone, whole === null ? 'unmeasured' : 'children');
    return alone;
  }

  children(owner: Owner, element: UiaElement): Children | null {
    const reported = this.#reported(owner, element);
    return reported?.count === 0 && mayHide(element) ? this.#uncover(owner, element) : reported;
  }

  count(element: UiaElement): number {
    return this.#unread.has(element) ? askChildCount(this.#client, element) : countCachedChildren(element);
  }

  #reported(owner: Owner, element: UiaElement): Children | null {
    const unread = this.#unread.get(element);
    if (unread === undefined) return allOf(cachedChildren(owner, element));
    if (unread === 'unmeasured') return this.#measured(owner, element);
    const whole = unread === 'whole' ? this.#below(owner, element) : null;
    return whole ?? this.#divide(owner, element, 'whole');
  }

  #measured(owner: Owner, element: UiaElement): Children | null {
    const size = askSize(this.#client, element);
    if (size === 1) return allOf([]);
    if (size === null || size <= mostAtOnce)
      return this.#below(owner, element) ?? this.#divide(owner, element, 'whole');
    this.isLarge = true;
    return this.#divide(owner, element, 'unmeasured');
  }

  #uncover(owner: Owner, element: UiaElement): Children | null {
    const children = this.#divide(owner, element, 'unmeasured');
    if (children !== null && children.count > 0) this.hasHidden = true;
    else this.isAsleep ||= isWebContent(element);
    return children;
  }

  #below(owner: Owner, element: UiaElement): Children | null {
    return scoped((scope) => {
      const whole = twice(() => ask(this.#client, scope, element, rowProperties, 'Subtree'));
      return whole instanceof ComFailure ? null : allOf(cachedChildren(owner, whole));
    });
  }

  #divide(owner: Owner, element: UiaElement, each: Unread): Children | null {
    const asked = each === 'unmeasured' ? askFirstChildren : askChildren;
    const children = asked(this.#client, owner, element, rowProperties);
    for (const child of children?.elements ?? []) this.#unread.set(child, each);
    return children;
  }
}

/** Types that may host content of another process: a web view, an island of another toolkit. */
const holders: ReadonlySet<ControlType> = new Set(['Custom', 'Document', 'Pane']);

/** Same if they are windows of their own. */
const windowHolders: ReadonlySet<ControlType> = new Set(['Group', 'Tab', 'Window']);

/** Smaller elements are separators or gaps, in pixels. */
const least = { width: 32, height: 16 } as const;

/** Chromium's window for what a page shows: https://www.chromium.org/developers/design-documents/aura/ */
const webContent = 'Chrome_RenderWidgetHostHWND';

function isWebContent(element: UiaElement): boolean {
  return new CachedProperties(element).text('ClassName') === webContent;
}

/**
 * Whether an element cached without children may have some nevertheless: content of another provider is sometimes missing from
 * whole-tree queries, but returned by a query for children. https://github.com/microsoft/winappCli/issues/842
 */
function mayHide(element: UiaElement): boolean {
  const properties = new CachedProperties(element);
  const type = controlTypeOf(properties.value('ControlType'));
  if (!holders.has(type) && !(windowHolders.has(type) && handleOf(properties) !== 0)) return false;
  const bounds = boundsOf(element);
  return bounds !== null && bounds.width >= least.width && bounds.height >= least.height;
}
