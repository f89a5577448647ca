import type { Disposable } from '../../../../base/async/disposable.ts';
import { messageType, type Message } from '../dbus/message.ts';

/** What a program does with keys that apps show it before they take them themselves. */
export type FilterNews =
  /** An app shows it keys from now on. */
  | { readonly type: 'asked' }
  /** What became of a key press; `keycode` as X counts them. */
  | { readonly type: 'key'; readonly keycode: number; readonly taken: boolean }
  /** An input method put a text into the app. */
  | { readonly type: 'commit'; readonly text: string }
  /** The text that an input method composes; empty once that has ended. */
  | { readonly type: 'preedit'; readonly text: string };

/** A program that apps show their keys first: an input method, or a screen reader. */
export interface KeyFilter extends Disposable {
  /** Whether it may take a key that is pressed now. */
  readonly mayTake: boolean;
}

/** More than an app has shown and not been answered at any time. */
const mostWaiting = 256;

/** What became of a key press; `keycode` as X counts them. */
export interface KeyAnswer {
  readonly keycode: number;
  readonly taken: boolean;
}

interface Shown {
  readonly keycode: number;
  /** The filter handed the key back to the app by itself, so that its answer reports nothing. */
  forwarded: boolean;
}

/** Pairs the calls in which apps show a key press with their answers, all of which are overheard. */
export class KeyCalls {
  readonly #waiting = new Map<string, Shown>();

  /** @param keycode as X counts them */
  shown({ sender, serial }: Message, keycode: number): void {
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= mostWaiting && oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.set(`${sender}/${serial}`, { keycode, forwarded: false });
  }

  /** The filter hands the key that it was shown last back to the app. */
  forwarded(): void {
    const first = [...this.#waiting.values()].find((shown) => !shown.forwarded);
    if (first) first.forwarded = true;
  }

  /** The key that a message answers for; null if it answers another call. */
  answered(message: Message): KeyAnswer | null {
    if (message.type !== messageType.reply && message.type !== messageType.error) return null;
    const key = `${message.destination}/${message.replySerial}`;
    const shown = this.#waiting.get(key);
    if (!shown) return null;
    this.#waiting.delete(key);
    // Fcitx 5 may name what came of the key before it reports whether it took it.
    const taken = message.type === messageType.reply && message.body().at(-1) === true;
    return { keycode: shown.keycode, taken: taken && !shown.forwarded };
  }
}
