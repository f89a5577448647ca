import type { WindowId } from './windows/window.ts';
import { quoted } from '../foreign-text.ts';

/** The receiver of a key pressed now. */
export interface KeyReceiver {
  /**
   * The receiving window; for menus and lists, the window of their app. An unlisted window, such as a run
   * dialog's, has an id too. Null if a program has grabbed the keyboard and its window is unknown.
   */
  readonly window: WindowId | null;
  /** As in `WindowInfo`; empty if unknown. */
  readonly app: string;
  readonly title: string;
  readonly className: string;
  /** A program has grabbed the keyboard, as menus, run dialogs and lock screens do: no other gets a key. */
  readonly held: boolean;
}

/** Its name in a sentence. */
export function describeReceiver(receiver: KeyReceiver | null): string {
  if (!receiver) return 'no window';
  const name = receiver.title ? quoted(receiver.title) : receiver.app || 'a program that cannot be named';
  return receiver.held ? `${name}, which holds the keyboard` : name;
}
