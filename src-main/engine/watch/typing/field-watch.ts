import { performance } from 'node:perf_hooks';
import { sleep, withDeadline } from '../../../base/async/deadline.ts';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import type { RawNode } from '../../backend.ts';
import { pathTo } from '../../tree/walk.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import { askDetails } from '../found.ts';

/** How long a field may take to show a key, in milliseconds. */
export const showMs = 60;
/** How long an app may take to report a value: a busy one handles input as late, so that the value is no newer for it. Milliseconds. */
const readMs = 2_000;
/** Minimum time to wait for an app's progress with its keys, in milliseconds. */
const uptakeMs = 300;
/** How long an app may take to handle typed keys, in milliseconds. */
const maxWaitMs = 2_000;

export interface Field {
  readonly window: WindowInfo;
  readonly target: RecordedTarget;
  readonly runtimeId: string;
  /** Whether it hides its content, which then is a secret. */
  readonly hides: 'yes' | 'no' | 'maybe';
  /** Its text may show elsewhere until editing ends, and then differently, as a formula does. */
  readonly isCell: boolean;
}

/** What an input may add to the end of a field's value: a paste any text, a line break or Tab only space. */
export type Addition = 'text' | 'space';

type FieldValue = Extract<InputEvent, { type: 'fieldValue' }>;

/** The value of the edited field, as current as possible. */
export class FieldWatch {
  readonly field: Field;
  readonly #context: EngineContext;
  /** Expected value after the keys so far, with the caret at the end; null if a key made that unknowable. */
  #guess: string | null;
  /**
   * Whether typed text is known to be appended: it replaces a selection, and a caret may be in the middle. Until this is known,
   * the keys are more reliable.
   */
  #isGrounded: boolean;
  /** The value last reported; before that, the value when the field got focus. */
  #reported: string | null;
  /** Typed before the first reading. */
  #early = '';
  #hides: Field['hides'];
  #mustReport = false;
  #dirty = false;
  /** Its value may have changed by keys that were not reported. */
  #isUnheard = false;
  #keys = 0;
  #lastKeyAt = 0;
  /** Uncommitted text of an input method, which browsers include in the value. */
  #composed = '';
  /** An input method may have committed text that was not reported: only the value shows it. */
  #hasUnseenText = false;

  constructor(context: EngineContext, field: Field) {
    this.#context = context;
    this.field = field;
    this.#hides = field.hides;
    this.#reported = field.hides === 'yes' ? null : field.target.element.value;
    this.#guess = this.#reported;
    this.#isGrounded = this.#guess === '';
  }

  /** The value shown so far. */
  get hides(): Field['hides'] {
    return this.#hides;
  }

  /** True if there are keys of which nothing was reported. */
  get hasNews(): boolean {
    return this.#mustReport;
  }

  /**
   * Keys that type or delete went to the field.
   * @param early before the first reading, which may already include them
   */
  typed(change: { readonly text: string } | 'backspace' | 'unknown', early: boolean): void {
    this.#mustReport = true;
    this.#touched();
    if (this.#hides === 'yes' || change === 'unknown') this.#guess = null;
    else if (this.#guess !== null) this.#guess = early ? this.#guessEarly(change) : changed(this.#guess, change);
  }

  #guessEarly(change: { readonly text: string } | 'backspace'): string | null {
    if (change === 'backspace') return null;
    this.#early += change.text;
    return joined(this.field.target.element.value ?? '', this.#early);
  }

  /**
   * Focus is back after a press, whose changes of the field do not count as typing. @param target the field before the next key
   */
  returned({ element: { value } }: RecordedTarget): void {
    if (this.#dirty || this.#hides !== 'no' || value === null) return;
    this.#reported = value;
    this.#guess = value;
    this.#isGrounded = value === '';
  }

  /** @param text uncommitted text of an input method; empty at the end */
  composes(text: string): void {
    this.#composed = text;
  }

  /** Composing ended in it, and what was committed is unknown. */
  ended(): void {
    this.#hasUnseenText = true;
    this.unsure();
  }

  /** It was pressed, and keys may go to it unreported. */
  unheard(): void {
    this.#dirty = true;
    this.#isUnheard = true;
  }

  /** A shortcut or a moving key went to it, so its value may have changed. */
  unsure(): void {
    this.#touched();
    this.#guess = null;
  }

  /** The field as read before; null unless that is up to date. */
  seenIn({ active, root, fresh }: LiveView): RawNode | null {
    if (!fresh || !root || active?.id !== this.field.window.id) return null;
    return pathTo(root, this.field.runtimeId)?.at(-1) ?? null;
  }

  /**
   * The value once the app has handled the last key and shows it; null without changes, or if more keys came. An app that does
   * not get there in time is reported with what was typed; one that does and shows less had accepted no more.
   */
  async settled(): Promise<FieldValue | null> {
    const keys = this.#keys;
    const end = performance.now() + maxWaitMs;
    await sleep(Math.max(0, this.#lastKeyAt + showMs - performance.now()));
    let before: string | null = null;
    if (this.#isUnheard) return this.#changedUnheard(null);
    while (this.#dirty && keys === this.#keys) {
      const uptake = await this.#uptake(end);
      const value = this.#withoutComposed(await this.#read());
      const isOver = performance.now() >= end;
      const isAtRest =
        value === this.#guess || (uptake !== 'busy' && value === before && !isBehind(value, this.#guess));
      if (keys !== this.#keys) return null;
      if (isAtRest) return this.#notify(value, keys);
      if (isOver) return this.#notify(uptake === 'busy' ? this.#typedUpTo(value) : value, keys);
      before = value;
      await sleep(showMs);
    }
    return null;
  }

  /**
   * The value before the current input, which may clear the field or close its window: the immediate reading, or a slightly
   * later one if that only adds keys that were still pending.
   * @param seen the field in a reading from before that input; null if there is none
   * @param adds what that input may add, which a late reading includes
   */
  async beforeNext(seen: RawNode | null = null, adds: Addition | null = null): Promise<FieldValue | null> {
    if (!this.#dirty) return null;
    if (this.#isUnheard) return this.#changedUnheard(seen);
    const keys = this.#keys;
    const guess = this.#guess;
    const now = await this.#read();
    if (adds && guess !== null && this.#mustReport && isGrown(now, guess, adds)) return this.#notify(guess, keys);
    if (now === guess || (now === null && !this.#isGrounded)) return this.#notify(now, keys);
    await sleep(Math.max(0, this.#lastKeyAt + showMs - performance.now()));
    const later = now === null ? null : await this.#read();
    if (now !== '' && isBehind(later, guess))
      return this.#notify((await this.#tookNoMore(later)) ? later : this.#typedUpTo(later), keys);
    // The field disappeared. Its value may include all of the keys or none, so the keys count.
    const isReported = this.#isGrounded || now !== this.#reported;
    if (now && later !== now && !isReported && guess?.startsWith(now)) return this.#notify(null, keys);
    return this.#notify(choose(now, later, guess), keys);
  }

  /** The value including uncommitted text, if the app counts that: empty if it was reported, null if it cannot be read. */
  async last(): Promise<readonly FieldValue[] | null> {
    this.#composed = '';
    const value = await this.#read();
    if (value === null) return null;
    this.#dirty = true;
    const news = this.#notify(value, this.#keys);
    return news ? [news] : [];
  }

  /** The expected value, if a lagging app shows `value`; null if the keys are more reliable. */
  #typedUpTo(value: string | null): string | null {
    if (this.#guess === null) return value;
    return this.#isGrounded || value !== this.#reported ? this.#guess : null;
  }

  /** True if the app has handled all keys and its value is unchanged, as in a field of limited length. */
  async #tookNoMore(shown: string | null): Promise<boolean> {
    const uptake = await this.#uptake(performance.now());
    return uptake === 'taken' && (await this.#read()) === shown;
  }

  /** The app's progress with its keys: it shows none that are pending. */
  async #uptake(end: number): Promise<'taken' | 'busy' | 'unknown'> {
    const timeoutMs = Math.max(uptakeMs, end - performance.now());
    const uptake = await this.#context.receipts.uptake(this.field.window, { timeoutMs });
    return uptake === 'stopped' ? 'busy' : uptake;
  }

  /** What keys wrote that were not reported. */
  async #changedUnheard(seen: RawNode | null): Promise<FieldValue | null> {
    const keys = this.#keys;
    const before = seen && this.#learn(seen);
    // That reading may have been early.
    const value = before !== null && before !== this.#reported ? before : await this.#read();
    // Unread, it may be unchanged.
    return value === null ? null : this.#notify(value, keys);
  }

  #touched(): void {
    this.#isUnheard = false;
    this.#dirty = true;
    this.#keys += 1;
    this.#lastKeyAt = performance.now();
  }

  #notify(value: string | null, keys: number): FieldValue | null {
    const { window, target, isCell } = this.field;
    // A value never shown is a guess: it may be hidden.
    const isUnknown = value === null && this.#hasUnseenText;
    const secret = this.#hides === 'yes' || (this.#hides === 'maybe' && value !== '') || isUnknown;
    if (!this.#dirty || (!secret && value === null)) return null;
    // The keys record what was typed there.
    if (isCell && !secret && value !== this.#guess) return null;
    const composed = this.#hasUnseenText && ({ composed: true } as const);
    const news = this.#mustReport || isUnknown || value !== this.#reported;
    if (keys === this.#keys) {
      this.#dirty = false;
      this.#mustReport = false;
      this.#hasUnseenText = false;
      this.#isGrounded = value === '' || (value !== null && value === this.#guess);
      // Whether the end is uncommitted text, which is yet to be typed, or equals it by chance is unknown.
      const isUnclear = this.#composed !== '' && value !== this.#guess && value?.endsWith(this.#composed);
      this.#guess = isUnclear ? null : value;
    }
    this.#reported = value;
    if (!news) return null;
    return { type: 'fieldValue', at: performance.now(), window, target, value: secret ? null : value, ...composed };
  }

  #withoutComposed(value: string | null): string | null {
    const isIncluded = this.#composed !== '' && this.#guess !== null && value === this.#guess + this.#composed;
    return isIncluded ? this.#guess : value;
  }

  /** Its value; null if it hides that. */
  #learn({ value, states, mayHide }: RawNode): string | null {
    this.#hides = states.includes('password') ? 'yes' : mayHide ? 'maybe' : 'no';
    return this.#hides === 'yes' ? null : value;
  }

  async #read(): Promise<string | null> {
    const { window, runtimeId } = this.field;
    if (this.#hides === 'yes') return null;
    try {
      const read = () => askDetails(this.#context, window, runtimeId);
      return this.#learn(await withDeadline({ timeoutMs: readMs, what: 'Reading a field' }, read));
    } catch (error) {
      this.#context.log('info', 'a field was not read', error);
      return null;
    }
  }
}

function changed(value: string, change: { readonly text: string } | 'backspace'): string {
  return change === 'backspace' ? Array.from(value).slice(0, -1).join('') : value + change.text;
}

/** Whether the value is the guess, perhaps with what the next input added. */
function isGrown(value: string | null, guess: string, adds: Addition): boolean {
  if (!value?.startsWith(guess)) return false;
  return adds === 'text' || value.slice(guess.length).trim() === '';
}

/** The value read plus text typed meanwhile, whose first keys it may already include. */
function joined(read: string, typed: string): string {
  let shown = typed.length;
  while (!read.endsWith(typed.slice(0, shown))) shown--;
  return read + typed.slice(shown);
}

/** Whether the shown value lacks typed keys at its end. Enter alone may never show, since it may be a command. */
function isBehind(value: string | null, guess: string | null): boolean {
  if (value === null || !guess?.startsWith(value)) return false;
  return guess.slice(value.length).replaceAll(/[\r\n]/g, '') !== '';
}

/** Of an immediate reading, a later one and a guess: the one with all earlier keys and none of the later ones. */
function choose(now: string | null, later: string | null, guess: string | null): string | null {
  if (now === null) return guess;
  // Emptied at once, as a chat does on Enter: the typed text was sent.
  if (now === '' && guess) return guess;
  if (later === now) return now;
  if (guess !== null) return later === guess || guess.startsWith(now) ? guess : now;
  return later?.startsWith(now) ? later : now;
}
