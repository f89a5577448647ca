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

/** What was met counts for so long, in milliseconds: several questions about one press are answered by one look. */
const looksMs = 1_000;
/** A window that could not be looked through in so long has too many elements for it, and is left alone for a while; milliseconds. */
const [tooLongMs, leftAloneMs] = [150, 30_000] as const;
/** Trees are not deeper: a provider that goes on has a circle in it. */
const deepest = 256;

/** All that elements are distinguished by here: next to nothing of each. */
const words: readonly number[] = [
  propertyIds.RuntimeId,
  propertyIds.ControlType,
  propertyIds.Name,
  propertyIds.AutomationId,
];

type ElementWords = Readonly<Record<Word, string>> & { readonly runtimeId: string | null };

/**
 * Whether other elements report the same as one. The app is asked for one element after the other, since it does nothing else
 * while it looks for something in all it has.
 */
export class Others {
  readonly #looks = new Map<string, Look>();
  /** Since when, by what was to be looked through. */
  readonly #tooLarge = new Map<string, number>();

  /**
   * Whether no other element of the window, or below one, reports the same words. Null if too many would have to be looked at, or
   * nobody met that one before.
   * @param isSpent no more may be asked for now
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

/** Goes through a window, or what is below an element, as far as someone wants to know. */
class Look {
  readonly since = monotonicMs();
  /** All there is was met. */
  isWhole = false;
  readonly #from: string | null;
  readonly #met: ElementWords[] = [];
  /** From the top down to the one that was met last; null before the first. */
  #path: Met[] | null = null;
  /** Where it went on is gone. */
  #isLost = false;

  constructor(from: string | null) {
    this.#from = from;
  }

  /** What was met as number `index`; null if there are no longer, or no more may be asked for. */
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
