import type { Disposable } from '../../../../base/async/disposable.ts';

/** What a program does with keys that apps show it before they take them themselves. */
export type FilterNews =
  /** An app shows it keys from now on. */
  | { readonly type: 'asked' }
  /** What became of a key press; `keycode` as X counts them. */
  | { readonly type: 'key'; readonly keycode: number; readonly taken: boolean }
  /** An input method put a text into the app. */
  | { readonly type: 'commit'; readonly text: string }
  /** The text that an input method composes; empty once that is over. */
  | { readonly type: 'preedit'; readonly text: string };

/** A program that apps show their keys first: an input method, or a screen reader. */
export interface KeyFilter extends Disposable {
  /** Whether it may take a key that is pressed now. */
  readonly mayTake: boolean;
}
