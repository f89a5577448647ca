import type { XConnection } from './connection.ts';
import type { XKeyboardControls } from './extensions.ts';

/**
 * Keyboard accessibility, which drops keys of XTEST like those of a person
 * (`findings/x11-bounce-and-slow-keys-drop-what-xtest-types.sh`). Milliseconds; 0 while it is off.
 */
export interface KeyDelays {
  /** How long a key must be held, and no other pressed. */
  readonly slow: number;
  /** How long the key that was released last is dropped. */
  readonly bounce: number;
}

/** Of the enabled controls: https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html#Boolean_Controls_and_The_EnabledControls_Control */
const [slowKeys, bounceKeys] = [1 << 1, 1 << 2];

/** Null if the server lacks the XKB extension. */
export async function readKeyDelays(x: XConnection): Promise<KeyDelays | null> {
  const xkb = await x.extension('xkb');
  if (!xkb) return null;
  const controls = await x.ask<XKeyboardControls>((_, done) => xkb.GetControls(xkb.UseCoreKbd, done));
  return {
    slow: controls.enabledControls & slowKeys ? controls.slowKeysDelay : 0,
    bounce: controls.enabledControls & bounceKeys ? controls.debounceDelay : 0,
  };
}
