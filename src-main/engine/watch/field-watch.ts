import { performance } from 'node:perf_hooks';
import { sleep, withDeadline } from '../../base/deadline.ts';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { WindowInfo } from '#contract/model/window';
import type { EngineContext } from '../operation.ts';

/** How long a field may take to show a key, in milliseconds. */
export const showMs = 60;
const readMs = 300;

export interface Field {
  readonly window: WindowInfo;
  readonly target: RecordedTarget;
  readonly runtimeId: string;
  readonly secret: boolean;
}

type FieldValue = Extract<InputEvent, { type: 'fieldValue' }>;

/** The value of the field that is being typed in, known at every moment as well as can be. */
export class FieldWatch {
  readonly field: Field;
  readonly #context: EngineContext;
  /** What it should hold after the keys so far, caret at the end; null where a key made that unknowable. */
  #guess: string | null;
  /** What was last told; before anything was, what it held when the focus came. */
  #told: string | null;
  #mustTell = false;
  #dirty = false;
  #keys = 0;
  #lastKeyAt = 0;

  constructor(context: EngineContext, field: Field) {
    this.#context = context;
    this.field = field;
    this.#told = field.secret ? null : field.target.element.value;
    this.#guess = this.#told;
  }

  /** Keys went to the field that type or delete. */
  typed(change: { readonly text: string } | 'backspace' | 'unknown'): void {
    this.#mustTell = true;
    this.#touched();
    if (this.field.secret || change === 'unknown') this.#guess = null;
    else if (this.#guess !== null) this.#guess = changed(this.#guess, change);
  }

  /** A shortcut or a moving key went to it: perhaps its value is another now. */
  unsure(): void {
    this.#touched();
    this.#guess = null;
  }

  /** The value once the field has had time to show the last key; null where there is no news. */
  async settled(): Promise<FieldValue | null> {
    const keys = this.#keys;
    await sleep(Math.max(0, this.#lastKeyAt + showMs - performance.now()));
    const value = await this.#read();
    return keys === this.#keys ? this.#tell(value, keys) : null;
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
    if (now === guess) return this.#tell(now, keys);
    await sleep(Math.max(0, this.#lastKeyAt + showMs - performance.now()));
    const later = now === null ? null : await this.#read();
    return this.#tell(choose(now, later, guess), keys);
  }

  #touched(): void {
    this.#dirty = true;
    this.#keys += 1;
    this.#lastKeyAt = performance.now();
  }

  #tell(value: string | null, keys: number): FieldValue | null {
    const { window, target, secret } = this.field;
    if (!this.#dirty || (!secret && value === null)) return null;
    const news = this.#mustTell || value !== this.#told;
    if (keys === this.#keys) {
      this.#dirty = false;
      this.#mustTell = false;
      this.#guess = value;
    }
    this.#told = value;
    return news ? { type: 'fieldValue', at: performance.now(), window, target, value: secret ? null : value } : null;
  }

  async #read(): Promise<string | null> {
    const { window, runtimeId, secret } = this.field;
    if (secret) return null;
    try {
      const { elements } = this.#context.backend;
      const read = () => elements.details(window, runtimeId);
      return (await withDeadline({ timeoutMs: readMs, what: 'Reading a field' }, read)).value;
    } catch (error) {
      this.#context.log('info', 'a field was not read', error);
      return null;
    }
  }
}

function changed(value: string, change: { readonly text: string } | 'backspace'): string {
  return change === 'backspace' ? Array.from(value).slice(0, -1).join('') : value + change.text;
}

/**
 * Of a reading at once, one a little later and a guess, the one that holds the keys typed before and nothing of what
 * came after them.
 */
function choose(now: string | null, later: string | null, guess: string | null): string | null {
  if (now === null) return guess;
  // Emptied within a blink, as a chat does on Enter: what was typed is what was sent.
  if (now === '' && guess) return guess;
  if (later === now) return now;
  if (guess !== null) return later === guess || guess.startsWith(now) ? guess : now;
  return later?.startsWith(now) ? later : now;
}
