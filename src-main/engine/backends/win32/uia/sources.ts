import { scoped, type Owner } from '../com/scope.ts';
import { ComFailure, resultCode } from '../native/failure.ts';
import { isWebContent, mayHide } from './boundaries.ts';
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
 * for, and each of them for everything below it, and so on: in the end only what fails by itself is missing. So it goes on,
 * too, where one provider ends and another begins, which the answer to one question may leave out.
 */
export class Branches implements Source {
  readonly #client: UiaClient;
  /** Elements that came without what is below them: it is still to be asked for, at once or, where that failed, by children. */
  readonly #unread = new Map<UiaElement, 'whole' | 'children'>();
  /** Some came only when its parent was asked for children. */
  hasHidden = false;
  /** Web content tells of nothing in it. */
  isAsleep = false;

  constructor(client: UiaClient) {
    this.#client = client;
  }

  /**
   * The element to begin with.
   * @param patienceMs how long the app may take for all of it
   * @throws ComFailure where it answers nothing, or not in time
   */
  root(asked: (scope: 'Subtree' | 'Element') => UiaElement, patienceMs: number): UiaElement {
    const whole = twice(() => this.#client.patiently(() => asked('Subtree'), patienceMs));
    if (!(whole instanceof ComFailure)) return whole;
    if (whole.result === resultCode.timeout) throw whole;
    const alone = asked('Element');
    this.#unread.set(alone, 'children');
    return alone;
  }

  children(owner: Owner, element: UiaElement): UiaElement[] | null {
    const told = this.#told(owner, element);
    if (told === null) return this.#divide(owner, element);
    return told.length === 0 && mayHide(element) ? this.#uncover(owner, element) : told;
  }

  count(element: UiaElement): number {
    return this.#unread.has(element) ? askChildCount(this.#client, element) : countCachedChildren(element);
  }

  #told(owner: Owner, element: UiaElement): UiaElement[] | null {
    const unread = this.#unread.get(element);
    if (unread === undefined) return cachedChildren(owner, element);
    return unread === 'whole' ? this.#below(owner, element) : null;
  }

  #uncover(owner: Owner, element: UiaElement): UiaElement[] | null {
    const children = this.#divide(owner, element);
    if (children !== null && children.length > 0) this.hasHidden = true;
    else this.isAsleep ||= isWebContent(element);
    return children;
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
