import { askingNow } from './refusals.ts';

/** What a call waits for a person, in milliseconds: less than the deadline of a click, so that it can say why it failed. */
const patienceMs = 3_000;

/** What comes soon; what comes later is for the next call. @throws AppError `busy` where nobody answers soon */
export async function soonOr<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(askingNow()), patienceMs);
  });
  // Nobody may wait for it any more when it fails.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
