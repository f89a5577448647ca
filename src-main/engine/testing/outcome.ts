import { AppError } from '#contract/errors';

/** How long tests wait for what happens by itself, and how often they look; milliseconds. No machine may be too slow. */
export const soon = { timeout: 30_000, interval: 20 } as const;

/** What became of a call in one word: of its answer, or the code of its error. */
export async function outcomeOf<T>(
  call: Promise<T>,
  ofAnswer: (value: T) => string = () => 'answered',
): Promise<string> {
  try {
    return ofAnswer(await call);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
