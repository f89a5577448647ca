import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import type { Frame } from './frames.ts';

const frameRole = roleNumber('frame');

/** Qt says so too of what draws QML into another window, and Chromium of a shell: neither has anything below it. */
async function isFrame(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<boolean> {
  const [role, count] = await Promise.all([
    orElse(accessibles.role(ref, signal), frameRole),
    orElse(accessibles.childCount(ref, signal), 1),
  ]);
  return role === frameRole && count > 0;
}

/**
 * Whether an element may be one of a window: ids are made by clients, and whoever was asked was asked about that window. Elements
 * of other apps are not, nor those in another frame of its app. What is in a pop-up, or tells of no way up, may be.
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
    if (sameRef(parent, frame.app)) return !(await isFrame(accessibles, current, signal));
    current = parent;
  }
  return true;
}
