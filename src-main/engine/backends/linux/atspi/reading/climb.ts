import type { Accessibles } from '../bus/accessibles.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';

/** From the window's frame down to the parent; empty for the frame itself. @throws DBusFailure */
export async function climb(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<readonly Ref[]> {
  const chain: Ref[] = [];
  // An element that is its own ancestor is cut where the cycle begins.
  const seen = new Set<string>();
  for (let current = ref; !sameRef(current, frame.ref) && !seen.has(formatRef(current));) {
    seen.add(formatRef(current));
    const parent = await accessibles.parent(current, signal);
    // Popups are children of the application, next to the frame, but belong to the window for the user.
    if (!parent || sameRef(parent, frame.app) || parent.bus !== frame.ref.bus) return [frame.ref, ...chain];
    chain.unshift(parent);
    current = parent;
  }
  return chain;
}
