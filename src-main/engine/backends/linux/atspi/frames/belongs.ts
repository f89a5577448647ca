import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import type { Frame } from './frame.ts';

const frameRole = roleNumber('frame');

/** One with a title: Chromium calls its menus frames, too, and Qt what draws QML into another window. */
async function isWindow(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<boolean> {
  const [role, name] = await Promise.all([
    orElse(accessibles.role(ref, signal), frameRole),
    orElse(accessibles.name(ref, signal), ''),
  ]);
  return role === frameRole && name !== '';
}

/**
 * Whether an element may be one of a window: ids are made by clients, and anyone who was asked was asked about that window.
 * Elements of other apps are not, nor those in another frame of its app. What is in a pop-up, or reports no way up, may be.
 */
export async function mayBelong(
  accessibles: Accessibles,
  frame: Pick<Frame, 'ref' | 'app'>,
  ref: Ref,
  signal: AbortSignal,
): Promise<boolean> {
  if (ref.bus !== frame.ref.bus || sameRef(ref, frame.app)) return false;
  const seen = new Set<string>();
  for (let current = ref; !sameRef(current, frame.ref) && !seen.has(formatRef(current));) {
    seen.add(formatRef(current));
    const parent = await orElse(accessibles.parent(current, signal), null);
    if (!parent || parent.bus !== frame.ref.bus) return true;
    if (sameRef(parent, frame.app)) return !(await isWindow(accessibles, current, signal));
    current = parent;
  }
  return true;
}
