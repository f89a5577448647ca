import { sleep } from '../../base/async/deadline.ts';
import type { RawInput } from '../backend.ts';

type RawKey = Extract<RawInput, { type: 'key' }>;

/** How long what is composed may take to come to its app after something has ended it, in milliseconds. */
const commitMs = 250;
/** Between the first text that comes then and the last, in milliseconds. */
const lastMs = 40;
const lookEveryMs = 10;

/** What an input method composes in a field, and which of it the app got by a press that ended it. */
export class Composition {
  #text = '';
  #committed: RawKey[] | null = null;

  get isOpen(): boolean {
    return this.#text !== '';
  }

  /** @param text empty once it is over */
  changed(text: string): void {
    this.#text = text;
  }

  /** Whether a text that came into the app is what is being waited for. */
  isOfPress(input: RawKey): boolean {
    this.#committed?.push(input);
    return this.#committed !== null;
  }

  /** Something else is done that may end it: what comes into the app by that, in a moment. */
  async rest(): Promise<readonly RawKey[]> {
    if (!this.isOpen) return [];
    const committed: RawKey[] = (this.#committed ??= []);
    const isOver = () => this.#text === '' || committed.length > 0;
    for (let ms = 0; ms < commitMs && !isOver(); ms += lookEveryMs) await sleep(lookEveryMs);
    await sleep(lastMs);
    if (this.#committed === committed) this.#committed = null;
    return committed.splice(0);
  }
}
