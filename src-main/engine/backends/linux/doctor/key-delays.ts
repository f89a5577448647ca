import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/examine.ts';
import type { XKeyboardControls } from '../x11/display/extensions.ts';

export const keyDelays = 'Slow and bounce keys';

/** Of the enabled controls: https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html#Boolean_Controls_and_The_EnabledControls_Control */
const [slow, bounce] = [1 << 1, 1 << 2];

/**
 * Whether keyboard accessibility drops keys: it silently drops those of Deskscope like those of the user
 * (`findings/x11-bounce-and-slow-keys-drop-what-xtest-types.sh`).
 */
export function checkKeyDelays({ enabledControls, slowKeysDelay, debounceDelay }: XKeyboardControls): Check {
  const dropped = [
    ...(enabledControls & slow ? [`keys that are held for less than ${slowKeysDelay} ms (slow keys)`] : []),
    ...(enabledControls & bounce ? [`a key that follows itself within ${debounceDelay} ms (bounce keys)`] : []),
  ];
  if (dropped.length === 0) return ok(keyDelays, 'Both are off: every key that is pressed reaches its app.');
  return warning(
    keyDelays,
    `The X server drops ${dropped.join(' and ')}, also where Deskscope presses them.`,
    'Turn them off in the accessibility settings of the desktop, or with `xkbset -slowkeys -bouncekeys`.',
  );
}
