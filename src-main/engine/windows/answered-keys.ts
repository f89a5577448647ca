import type { WindowInfo } from '#contract/model/windows/window';

/**
 * Whether the app of a window gets only characters of the keys that an input method sends to it again, as ibus-hangul does with
 * all that it does not compose. `findings/ibus-keys-sent-again-are-lost-in-gtk4.sh`
 */
export function dropsForwardedKeys(window: WindowInfo | null): boolean {
  return window?.toolkit === 'gtk4';
}

/**
 * Whether the app of a window gets keys in reverse order if IBus answers for several within one of its frames, even for a mere
 * layout. `findings/ibus-keys-of-one-frame-reach-gtk4-in-reverse.sh`
 */
export function reversesAnsweredKeys(window: WindowInfo | null): boolean {
  return window?.toolkit === 'gtk4';
}
