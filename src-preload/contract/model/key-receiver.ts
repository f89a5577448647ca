import type { WindowId } from './windows/window.ts';
import { quoted } from '../foreign-text.ts';

/** Where a key arrives that is pressed at this moment. */
export interface KeyReceiver {
  /**
   * The window it arrives in; keys in a menu or list arrive in the window of its app. A window that is in no list, such as a run
   * dialog's, has an id too. Null if a program holds the keyboard and it is unknown which window it is.
   */
  readonly window: WindowId | null;
  /** As in `WindowInfo`; empty if unknown. */
  readonly app: string;
  readonly title: string;
  readonly className: string;
  /** A program has taken the keyboard for itself, as menus, run dialogs and lock screens do: no other gets a key. */
  readonly held: boolean;
}

/** How a sentence names it. */
export function describeReceiver(receiver: KeyReceiver | null): string {
  if (!receiver) return 'no window';
  const name = receiver.title ? quoted(receiver.title) : receiver.app || 'a program that cannot be named';
  return receiver.held ? `${name}, which holds the keyboard` : name;
}
