import { AppError } from '#contract/errors';
import type { Operation } from '../operation.ts';
import { parseChord } from './chord.ts';
import { requireFront } from './front.ts';
import { withReleasedKeys } from './held.ts';

export const typeText: Operation<'typeText'> = async (context, { text, window, receiver }, call) => {
  const front = await requireFront(context, window, call, receiver);
  await withReleasedKeys(context, call, async (call) => {
    let typedCharacters = 0;
    const beforeKey = async (typed: number) => {
      typedCharacters = typed;
      await front.verify();
    };
    try {
      await context.backend.input.type(text, { signal: call.signal, beforeKey });
    } catch (error) {
      throw withProgress(error, { typedCharacters });
    }
  });
};

export const pressKeys: Operation<'pressKeys'> = async (
  context,
  { keys, repeat = 1, holdMs = 0, window, receiver },
  call,
) => {
  const chord = parseChord(keys);
  const front = await requireFront(context, window, call, receiver);
  const { input } = context.backend;
  await withReleasedKeys(context, call, async (call) => {
    for (let pressed = 0; pressed < repeat && !call.signal.aborted; pressed++) {
      try {
        await front.verify();
        await input.press(chord, holdMs > 0 ? { ms: holdMs, signal: call.signal } : undefined);
      } catch (error) {
        throw withProgress(error, { pressedTimes: pressed });
      }
    }
  });
};

/** Keys that were stopped on the way say how many went. */
function withProgress(error: unknown, progress: Readonly<Record<string, number>>): unknown {
  if (!(error instanceof AppError)) return error;
  const went = Object.values(progress).some((count) => count > 0);
  const delivery = went ? 'delivered' : error.delivery;
  const { code, message, hint, data } = error;
  return new AppError(code, message, {
    ...{ hint, cause: error, data: { ...data, ...progress } },
    ...(delivery && { delivery }),
  });
}
