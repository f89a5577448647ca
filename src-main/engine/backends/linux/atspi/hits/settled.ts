import { sleep } from '../../../../../base/async/deadline.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';

/** A browser's page answers within 15 to 40 ms (Chromium 156, a machine of two cores); milliseconds. */
const stableMs = 60;
/** So often in a row, on a machine that takes its time. */
const stableAnswers = 5;
const askEveryMs = 15;
/** A page that moves answers with another element each time. */
const atMostMs = 600;

/**
 * The answer that stays. Chromium asks the page only after it has answered a hit, by the places that it knows without their
 * order; the next question gets the page's own answer (BrowserAccessibilityManager::CachingAsyncHitTest).
 * @throws the signal's reason where it aborts
 */
export async function settledHit(ask: () => Promise<Ref | null>, signal: AbortSignal): Promise<Ref | null> {
  const begun = Date.now();
  let last = await ask();
  let since = begun;
  let same = 1;
  while ((Date.now() - since < stableMs || same < stableAnswers) && Date.now() - begun < atMostMs) {
    await sleep(askEveryMs, signal);
    const now = await ask();
    const isSame = last && now ? sameRef(last, now) : last === now;
    same = isSame ? same + 1 : 1;
    if (!isSame) since = Date.now();
    last = now;
  }
  return last;
}
