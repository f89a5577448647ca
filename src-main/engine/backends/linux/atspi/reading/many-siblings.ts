import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Ref } from '../vocabulary/ref.ts';

/** From so many on GTK 3 needs about a second to tell them, and for each doubling four times as long. */
export const veryMany = 2_000;
/** How many elements are asked, from the top of the window down: a look at a small window should not cost twice as much. */
const maxAsked = 32;
/** What holds more is no box around the rest of the window. */
const maxOpened = 8;

/** Whether an element near the top of the window has {@link veryMany} children; false where that is not found soon. */
export async function hasManySiblings(accessibles: Accessibles, top: Ref, signal: AbortSignal): Promise<boolean> {
  let left = maxAsked;
  for (let level: readonly Ref[] = [top]; level.length > 0 && left > 0;) {
    const asked = level.slice(0, left);
    left -= asked.length;
    const counts = await Promise.all(asked.map((ref) => orElse(accessibles.childCount(ref, signal), 0)));
    if (counts.some((count) => count >= veryMany)) return true;
    const opened = asked.filter((_, index) => counts[index] && counts[index] <= maxOpened);
    level = (await Promise.all(opened.map((ref) => orElse(accessibles.children(ref, signal), [])))).flat();
  }
  return false;
}
