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
 * One question for more elements than this, with their rows, would keep an app from its messages for too long: the slowest need
 * half a millisecond for each.
 */
export const mostAtOnce = 2_000;

/** How the children of an element are found: in what was read with it, or by asking it. */
export interface Source {
  /** Null if the app fails to tell them. */
  children(owner: Owner, element: UiaElement): Children | null;
  count(element: UiaElement): number;
}

/** Each element is asked for its children: many questions, but between two of them the reading can end. */
export function byAsking(client: UiaClient): Source {
  return {
    children: (owner, element) => askFirstChildren(client, owner, element, rowProperties),
    count: (element) => askChildCount(client, element),
  };
}

/**
 * What an element came without is still to be asked for: all that is below it, the same unless that is too much, or its
 * children.
 */
type Unread = 'whole' | 'unmeasured' | 'children';

/**
 * Everything below an element is one question, if that is not too much. It fails as a whole where one provider does. Then its
 * children are asked for, and each of them for everything below it, and so on: in the end only what fails by itself is missing.
 * So it goes on, too, if there is too much, and where one provider ends and another begins, which the answer to one question may
 * leave out.
 */
export class Branches implements Source {
  readonly #client: UiaClient;
  readonly #unread = new Map<UiaElement, Unread>();
  /** Some came only when its parent was asked for children. */
  hasHidden = false;
  /** Web content reports nothing in it. */
  isAsleep = false;
  /** There was too much for one question. */
  isLarge = false;

  constructor(client: UiaClient) {
    this.#client = client;
  }

  /**
   * The element to begin with.
   * @param isSmall nobody need ask how many elements are in it
   * @param maxWaitMs how long the app may take for all of it
   * @throws ComFailure if it answers nothing, or not in time
   */
  root(asked: (scope: 'Subtree' | 'Element') => UiaElement, isSmall: boolean, maxWaitMs: number): UiaElement {
    const whole = isSmall ? twice(() => this.#client.patiently(() => asked('Subtree'), maxWaitMs)) : null;
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

/** They may hold what another process reports: a web view, an island of another toolkit. */
const holders: ReadonlySet<ControlType> = new Set(['Custom', 'Document', 'Pane']);

/** The same where they are windows of their own. */
const windowHolders: ReadonlySet<ControlType> = new Set(['Group', 'Tab', 'Window']);

/** Less than this, in pixels, is a rule or a gap. */
const least = { width: 32, height: 16 } as const;

/** Chromium's window for what a page shows: https://www.chromium.org/developers/design-documents/aura/ */
const webContent = 'Chrome_RenderWidgetHostHWND';

function isWebContent(element: UiaElement): boolean {
  return new CachedProperties(element).text('ClassName') === webContent;
}

/**
 * Whether an element that came without children may have some all the same: what another provider reports is missing now and then
 * in the answer to a question for a whole tree, and is told to anyone who asks for children there.
 * https://github.com/microsoft/winappCli/issues/842
 */
function mayHide(element: UiaElement): boolean {
  const properties = new CachedProperties(element);
  const type = controlTypeOf(properties.value('ControlType'));
  if (!holders.has(type) && !(windowHolders.has(type) && handleOf(properties) !== 0)) return false;
  const bounds = boundsOf(element);
  return bounds !== null && bounds.width >= least.width && bounds.height >= least.height;
}
