import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import type { Frame } from './frame.ts';

const frameRole = roleNumber('frame');
/** Items that Swing draws on demand never have a parent. */
const drawn = roleSet('label');

/** A frame with a title: Chromium also calls its menus frames, as Qt does the QML surfaces in another window. */
async function isWindow(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<boolean> {
  const [role, name] = await Promise.all([
    orElse(accessibles.role(ref, signal), frameRole),
    orElse(accessibles.name(ref, signal), ''),
  ]);
  return role === frameRole && name !== '';
}

/**
 * Whether an element may be in a window: ids come from clients, and every query refers to one window. Elements of other apps or
 * of other frames of the app are not. Elements in a pop-up, or without a known parent, may be; in Swing, a removed component
 * has none (`findings/java-atk-wrapper-presses-what-left-its-window.sh`).
 */
export async function mayBelong(
  accessibles: Accessibles,
  frame: Pick<Frame, 'ref' | 'app' | 'toolkit'>,
  ref: Ref,
  signal: AbortSignal,
): Promise<boolean> {
  if (ref.bus !== frame.ref.bus || sameRef(ref, frame.app)) return false;
  const seen = new Set<string>();
  for (let current = ref; !sameRef(current, frame.ref) && !seen.has(formatRef(current));) {
    seen.add(formatRef(current));
    const parent = await orElse(accessibles.parent(current, signal), undefined);
    if (parent === null && current === ref && frame.toolkit.removedHaveNoParent)
      return drawn.has(await orElse(accessibles.role(ref, signal), frameRole));
    if (!parent || parent.bus !== frame.ref.bus) return true;
    if (sameRef(parent, frame.app)) return !(await isWindow(accessibles, current, signal));
    current = parent;
  }
  return true;
}
