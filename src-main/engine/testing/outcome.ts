import { AppError } from '#contract/errors';

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
