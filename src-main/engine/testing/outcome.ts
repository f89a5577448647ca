import { AppError } from '#contract/errors';

/** How long tests wait for events, and how often they check; milliseconds. Generous for slow machines. */
export const soon = { timeout: 30_000, interval: 20 } as const;

/** The result of a call in one word, or the code of its error. */
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
