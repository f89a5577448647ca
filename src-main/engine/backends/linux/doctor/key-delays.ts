import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/examine.ts';
import type { KeyDelays } from '../x11/display/key-delays.ts';

export const keyDelays = 'Slow and bounce keys';

/** Whether keyboard accessibility makes keys slow, those of Deskscope included. */
export function checkKeyDelays({ slow, bounce }: KeyDelays): Check {
  const dropped = [
    ...(slow > 0 ? [`keys that are held for less than ${slow} ms (slow keys)`] : []),
    ...(bounce > 0 ? [`a key that follows itself within ${bounce} ms (bounce keys)`] : []),
  ];
  if (dropped.length === 0) return ok(keyDelays, 'Both are off: every key that is pressed reaches its app.');
  return warning(
    keyDelays,
    `The X server drops ${dropped.join(' and ')}. Deskscope waits as long, so it types slowly.`,
    'Turn them off in the accessibility settings of the desktop, or with `xkbset -slowkeys -bouncekeys`.',
  );
}
