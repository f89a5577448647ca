import type { Disposable } from '../../../../base/async/disposable.ts';
import { messageType, type Message } from '../dbus/message.ts';

/** Callbacks for a key filter's handling of the keys that apps show it before using them. */
export type FilterNews =
  /** An app starts showing it keys. */
  | { readonly type: 'asked' }
  /** The outcome of a key press; `keycode` is the X keycode. */
  | ({ readonly type: 'key' } & KeyAnswer)
  /** An input method committed text to the app. */
  | { readonly type: 'commit'; readonly text: string }
  /** The preedit text of an input method; empty when composition ends. */
  | { readonly type: 'preedit'; readonly text: string };

/** A key filter, to which apps show their keys first: an input method or a screen reader. */
export interface KeyFilter extends Disposable {
  /** Whether it may consume a key pressed now. */
  readonly mayTake: boolean;
}

/** More than an app ever has pending. */
const mostWaiting = 256;

/** The outcome of a key press; `keycode` is the X keycode. */
export interface KeyAnswer {
  readonly keycode: number;
  readonly taken: boolean;
  /** The filter consumed the key, and sent it to the app again. */
  readonly forwarded?: true;
}

interface Shown {
  readonly keycode: number;
  /** The filter itself returned the key to the app, so its answer is meaningless. */
  forwarded: boolean;
}

/** Matches the calls in which apps show a key press with their answers, all observed on the bus. */
export class KeyCalls {
  readonly #waiting = new Map<string, Shown>();

  /** @param keycode X keycode */
  shown({ sender, serial }: Message, keycode: number): void {
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= mostWaiting && oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.set(`${sender}/${serial}`, { keycode, forwarded: false });
  }

  /** The filter returns the last shown key to the app. */
  forwarded(): void {
    const first = [...this.#waiting.values()].find((shown) => !shown.forwarded);
    if (first) first.forwarded = true;
  }

  /** The key that a message answers; null if it answers another call. */
  answered(message: Message): KeyAnswer | null {
    if (message.type !== messageType.reply && message.type !== messageType.error) return null;
    const key = `${message.destination}/${message.replySerial}`;
    const shown = this.#waiting.get(key);
    if (!shown) return null;
    this.#waiting.delete(key);
    // Fcitx 5 may report a key's result before reporting whether it consumed the key.
    const taken = message.type === messageType.reply && message.body().at(-1) === true;
    return shown.forwarded
      ? { keycode: shown.keycode, taken: false, forwarded: true }
      : { keycode: shown.keycode, taken };
  }
}
