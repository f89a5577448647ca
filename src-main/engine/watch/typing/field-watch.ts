import { performance } from 'node:perf_hooks';
import { sleep, withDeadline } from '../../../base/async/deadline.ts';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { askDetails } from '../found.ts';

/** How long a field may take to show a key, in milliseconds. */
export const showMs = 60;
const readMs = 300;
/** How long an app may take to come to the keys that were typed, in milliseconds. */
const maxWaitMs = 2_000;

export interface Field {
  readonly window: WindowInfo;
  readonly target: RecordedTarget;
  readonly runtimeId: string;
  /** Whether it hides what is in it, which then is a secret. */
  readonly hides: 'yes' | 'no' | 'maybe';
  /** What is typed in it may show elsewhere until it is done, and as something else then, as a formula does. */
  readonly isCell: boolean;
}

type FieldValue = Extract<InputEvent, { type: 'fieldValue' }>;

/** The value of the field that is being typed in, known at every moment as well as can be. */
export class FieldWatch {
  readonly field: Field;
  readonly #context: EngineContext;
  /** Expected value after the keys so far, with the caret at the end; null if a key made that unknowable. */
  #guess: string | null;
  /**
   * Whether typed text is known to follow the field's value: a selection would be replaced, and a caret in the middle stays
   * there. Until it is known, the keys are more reliable.
   */
  #isGrounded: boolean;
  /** The value last reported; before that, the value when the field got the focus. */
  #reported: string | null;
  /** Typed before it was first read. */
  #early = '';
  #hides: Field['hides'];
  #mustReport = false;
  #dirty = false;
  #keys = 0;
  #lastKeyAt = 0;

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

  /** True if keys came of which nothing was reported. */
  get hasNews(): boolean {
    return this.#mustReport;
  }

  /**
   * Keys went to the field that type or delete.
   * @param early before it was first read: what was read may hold them already
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

  /** The focus is back after a press: what that changed in the field is nobody's typing. @param target it before the next key */
  returned({ element: { value } }: RecordedTarget): void {
    if (this.#dirty || this.#hides !== 'no' || value === null) return;
    this.#reported = value;
    this.#guess = value;
    this.#isGrounded = value === '';
  }

  /** A shortcut or a moving key went to it: perhaps its value is another now. */
  unsure(): void {
    this.#touched();
    this.#guess = null;
  }

  /**
   * The value once the app has come to the last key and shows it; null if there is no news, or more keys came. An app that does
   * not get there in time is reported with what was typed; one that does and shows less took no longer.
   */
  async settled(): Promise<FieldValue | null> {
    const keys = this.#keys;
    const end = performance.now() + maxWaitMs;
    await sleep(Math.max(0, this.#lastKeyAt + showMs - performance.now()));
    let before: string | null = null;
    while (this.#dirty && keys === this.#keys) {
      const uptake = await this.#uptake(end);
      const value = await this.#read();
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
   * The value as it was before the input that comes now, which may clear the field or close its window: what is read
   * at once, or a little later where that only adds keys that were still on their way.
   */
  async beforeNext(): Promise<FieldValue | null> {
    if (!this.#dirty) return null;
    const keys = this.#keys;
    const guess = this.#guess;
    const now = await this.#read();
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

  /** The expected value, if an app that is behind shows `value`; null if the keys are more reliable. */
  #typedUpTo(value: string | null): string | null {
    if (this.#guess === null) return value;
    return this.#isGrounded || value !== this.#reported ? this.#guess : null;
  }

  /** True if the app has come to all keys and shows the same still, as a field of a limited length does. */
  async #tookNoMore(shown: string | null): Promise<boolean> {
    const uptake = await this.#uptake(performance.now());
    return uptake === 'taken' && (await this.#read()) === shown;
  }

  /** How far the app has come with its keys: it shows none that still wait for it. */
  async #uptake(end: number): Promise<'taken' | 'busy' | 'unknown'> {
    const timeoutMs = Math.max(readMs, end - performance.now());
    const uptake = await this.#context.receipts.uptake(this.field.window, { timeoutMs });
    return uptake === 'stopped' ? 'busy' : uptake;
  }

  #touched(): void {
    this.#dirty = true;
    this.#keys += 1;
    this.#lastKeyAt = performance.now();
  }

  #notify(value: string | null, keys: number): FieldValue | null {
    const { window, target, isCell } = this.field;
    // What nothing has shown yet is a guess: it may be hidden.
    const secret = this.#hides === 'yes' || (this.#hides === 'maybe' && value !== '');
    if (!this.#dirty || (!secret && value === null)) return null;
    // The keys record what was typed there.
    if (isCell && !secret && value !== this.#guess) return null;
    const news = this.#mustReport || value !== this.#reported;
    if (keys === this.#keys) {
      this.#dirty = false;
      this.#mustReport = false;
      this.#isGrounded = value === '' || (value !== null && value === this.#guess);
      this.#guess = value;
    }
    this.#reported = value;
    return news ? { type: 'fieldValue', at: performance.now(), window, target, value: secret ? null : value } : null;
  }

  async #read(): Promise<string | null> {
    const { window, runtimeId } = this.field;
    if (this.#hides === 'yes') return null;
    try {
      const read = () => askDetails(this.#context, window, runtimeId);
      const { value, states, mayHide } = await withDeadline({ timeoutMs: readMs, what: 'Reading a field' }, read);
      this.#hides = states.includes('password') ? 'yes' : mayHide ? 'maybe' : 'no';
      return this.#hides === 'yes' ? null : value;
    } catch (error) {
      this.#context.log('info', 'a field was not read', error);
      return null;
    }
  }
}

function changed(value: string, change: { readonly text: string } | 'backspace'): string {
  return change === 'backspace' ? Array.from(value).slice(0, -1).join('') : value + change.text;
}

/** What was read, with what was typed meanwhile: it may end with the first keys of that. */
function joined(read: string, typed: string): string {
  let shown = typed.length;
  while (!read.endsWith(typed.slice(0, shown))) shown--;
  return read + typed.slice(shown);
}

/** What is shown lacks keys at its end that were typed. Enter alone may never show: it may have been a command. */
function isBehind(value: string | null, guess: string | null): boolean {
  if (value === null || !guess?.startsWith(value)) return false;
  return guess.slice(value.length).replaceAll(/[\r\n]/g, '') !== '';
}

/** Of an immediate reading, a later one and a guess: the one with all earlier keys and none of the later ones. */
function choose(now: string | null, later: string | null, guess: string | null): string | null {
  if (now === null) return guess;
  // Emptied within a blink, as a chat does on Enter: what was typed is what was sent.
  if (now === '' && guess) return guess;
  if (later === now) return now;
  if (guess !== null) return later === guess || guess.startsWith(now) ? guess : now;
  return later?.startsWith(now) ? later : now;
}
