import { scoped, type Owner } from '../com/scope.ts';
import { ComFailure, resultCode } from '../native/failure.ts';
import { twice, type UiaClient, type UiaElement } from './client.ts';
import { ask, askChildCount, askChildren, cachedChildren, countCachedChildren } from './elements.ts';
import { rowProperties } from './row-properties.ts';

/** How the children of an element are found: in what was read with it, or by asking it. */
export interface Source {
  /** Null where the app fails to tell them. */
  children(owner: Owner, element: UiaElement): UiaElement[] | null;
  count(element: UiaElement): number;
}

/** Each element is asked for its children: many questions, but between two of them the reading can end. */
export function byAsking(client: UiaClient): Source {
  return {
    children: (owner, element) => askChildren(client, owner, element, rowProperties),
    count: (element) => askChildCount(client, element),
  };
}

/**
 * Everything below an element is one question, which fails as a whole where one provider does. Then its children are asked
 * for, and each of them for everything below it, and so on: in the end only what fails by itself is missing.
 */
export class Branches implements Source {
  readonly #client: UiaClient;
  /** Elements that came without what is below them: it is still to be asked for, at once or, where that failed, by children. */
  readonly #unread = new Map<UiaElement, 'whole' | 'children'>();

  constructor(client: UiaClient) {
    this.#client = client;
  }

  /**
   * The element to begin with.
   * @throws ComFailure where it answers nothing, or not in time
   */
  root(asked: (scope: 'Subtree' | 'Element') => UiaElement): UiaElement {
    const whole = twice(() => this.#client.patiently(() => asked('Subtree')));
    if (!(whole instanceof ComFailure)) return whole;
    if (whole.result === resultCode.timeout) throw whole;
    const alone = asked('Element');
    this.#unread.set(alone, 'children');
    return alone;
  }

  children(owner: Owner, element: UiaElement): UiaElement[] | null {
    const unread = this.#unread.get(element);
    if (unread === undefined) return cachedChildren(owner, element);
    return (unread === 'whole' ? this.#below(owner, element) : null) ?? this.#divide(owner, element);
  }

  count(element: UiaElement): number {
    return this.#unread.has(element) ? askChildCount(this.#client, element) : countCachedChildren(element);
  }

  #below(owner: Owner, element: UiaElement): UiaElement[] | null {
    return scoped((scope) => {
      const whole = twice(() => ask(this.#client, scope, element, rowProperties, 'Subtree'));
      return whole instanceof ComFailure ? null : cachedChildren(owner, whole);
    });
  }

  #divide(owner: Owner, element: UiaElement): UiaElement[] | null {
    const children = askChildren(this.#client, owner, element, rowProperties);
    for (const child of children ?? []) this.#unread.set(child, 'whole');
    return children;
  }
}
