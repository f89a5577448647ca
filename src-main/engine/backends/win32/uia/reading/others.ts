import type { RawNode, Word } from '../../../../backend.ts';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import { propertyIds } from '../../com/generated/ids.ts';
import { Scope } from '../../com/memory.ts';
import { ComFailure, resultCode } from '../../native/errors.ts';
import type { UiaElement } from '../client.ts';
import { controlTypeOf } from '../api.ts';
import { ask } from '../elements.ts';
import { askRoot, reach, type UiaScope } from '../reach.ts';
import { CachedProperties } from './row-properties.ts';
import { runtimeIdOf } from './row.ts';
import { askStep } from './siblings.ts';

/** Validity of visited elements, in milliseconds: several queries about one press share one search. */
const looksMs = 1_000;
/** A window not searched completely within this time has too many elements, and is skipped for a while; milliseconds. */
const [tooLongMs, leftAloneMs] = [150, 30_000] as const;
/** Maximum depth; a deeper provider is cyclic. */
const deepest = 256;

/** The distinguishing properties: minimal data per element. */
const words: readonly number[] = [
  propertyIds.RuntimeId,
  propertyIds.ControlType,
  propertyIds.Name,
  propertyIds.AutomationId,
];

type ElementWords = Readonly<Record<Word, string>> & { readonly runtimeId: string | null };

/**
 * Whether other elements report the same properties. The app is queried for one element at a time, since a search over all
 * elements would block it.
 */
export class Others {
  readonly #looks = new Map<string, Look>();
  /** Start time, by search root. */
  readonly #tooLarge = new Map<string, number>();

  /**
   * Whether no other element of the window, or below one, has the same properties. Null if there are too many elements, or if
   * it was not visited.
   * @param isSpent true if the budget is used up
   */
  isOnly(
    place: UiaScope,
    { from, node, words }: { readonly from: string | null; readonly node: RawNode; readonly words: readonly Word[] },
    isSpent: () => boolean,
  ): boolean | null {
    if (from !== null && place.known.find(from) === null) return null;
    const key = `${place.window} ${from ?? ''}`;
    const begun = monotonicMs();
    const isLeftAlone = begun - (this.#tooLarge.get(key) ?? -Infinity) < leftAloneMs;
    const look = this.#look(key, from);
    for (let met = 0; ; met++) {
      const other = look.at(place, met, () => isLeftAlone || isSpent());
      if (other === null) {
        if (!look.isWhole && monotonicMs() - begun > tooLongMs) this.#tooLarge.set(key, begun);
        return look.isWhole ? true : null;
      }
      if (other.runtimeId !== node.runtimeId && words.every((word) => other[word] === node[word])) return false;
    }
  }

  #look(key: string, from: string | null): Look {
    for (const [old, look] of this.#looks) {
      if (monotonicMs() - look.since <= looksMs) continue;
      look.end();
      this.#looks.delete(old);
    }
    for (const [old, since] of this.#tooLarge) if (monotonicMs() - since > leftAloneMs) this.#tooLarge.delete(old);
    const known = this.#looks.get(key);
    if (known) return known;
    const made = new Look(from);
    this.#looks.set(key, made);
    return made;
  }
}

interface Met {
  readonly element: UiaElement;
  readonly owner: Scope;
}

/** Walks a window or subtree lazily. */
class Look {
  readonly since = monotonicMs();
  /** All elements were visited. */
  isWhole = false;
  readonly #from: string | null;
  readonly #met: ElementWords[] = [];
  /** Path from the root to the last visited element; null before the first. */
  #path: Met[] | null = null;
  /** The element to continue from is gone. */
  #isLost = false;

  constructor(from: string | null) {
    this.#from = from;
  }

  /** The visited element at `index`; null if there are no more, or the budget is used up. */
  at(place: UiaScope, index: number, isSpent: () => boolean): ElementWords | null {
    while (this.#met.length <= index && !this.isWhole) {
      if (this.#isLost || isSpent()) return null;
      this.#goOn(place);
    }
    return this.#met[index] ?? null;
  }

  end(): void {
    this.#isLost = true;
    for (const { owner } of this.#path?.splice(0) ?? []) owner.release();
  }

  #goOn(place: UiaScope): void {
    try {
      const next = this.#path === null ? this.#begin(place) : this.#next(place, this.#path);
      if (next) this.#met.push(wordsOf(next.element));
      else this.isWhole = true;
    } catch (error) {
      this.end();
      if (!(error instanceof ComFailure) || error.result !== resultCode.elementGone) throw error;
    }
  }

  #begin(place: UiaScope): Met | null {
    const from = this.#from;
    const top = owned((owner) =>
      from === null ? askRoot(place, owner, 'Element') : ask(place.client, owner, reach(place, from), words),
    );
    if (top === null) return null;
    this.#path = [top];
    return from === null ? top : this.#next(place, this.#path);
  }

  #next(place: UiaScope, path: Met[]): Met | null {
    if (path.length > deepest) throw new Error('The tree has a circle in it.');
    let next = step(place, 'firstChild', path.at(-1));
    while (next === null && path.length > 1) {
      next = step(place, 'next', path.at(-1));
      path.pop()?.owner.release();
    }
    if (next) path.push(next);
    else this.end();
    return next;
  }
}

function step(place: UiaScope, direction: 'firstChild' | 'next', from: Met | undefined): Met | null {
  return owned((owner) => from && askStep(place, owner, direction, from.element, words));
}

function owned(asked: (owner: Scope) => UiaElement | null | undefined): Met | null {
  const owner = new Scope();
  const element = asked(owner);
  return element ? { element, owner } : null;
}

function wordsOf(element: UiaElement): ElementWords {
  const properties = new CachedProperties(element);
  return {
    runtimeId: runtimeIdOf(properties),
    controlType: controlTypeOf(properties.value('ControlType')),
    name: shortened(properties.text('Name'), rowCharacters),
    automationId: properties.text('AutomationId'),
  };
}
