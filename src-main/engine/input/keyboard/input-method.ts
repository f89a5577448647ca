import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { InputMethod } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';

/** So many presses of Escape give up what is composed: the list of candidates goes first. */
const mostEscapes = 4;

/** The input method that is on while something is typed. */
export interface Beside {
  readonly method: InputMethod;
  /** As in `Typing`. */
  readonly past: boolean;
}

/**
 * Runs a piece of typing beside the input method that is on, if one is.
 * @param types characters, which it hands on meanwhile
 */
export async function besideInputMethod<T>(
  { backend: { input }, log }: EngineContext,
  types: boolean,
  work: (beside: Beside | null) => Promise<T>,
): Promise<T> {
  const method = await (input.inputMethod?.() ?? Promise.resolve(null)).catch((error: unknown) => {
    log('info', 'no input method answers', error);
    return null;
  });
  if (!method) return work(null);
  const pass = types ? await method.letPass() : null;
  try {
    return await work({ method, past: pass?.past ?? false });
  } finally {
    await pass
      ?.resume()
      .catch((error: unknown) => log('warn', 'the input method could not be switched on again', error));
    method.dispose();
  }
}

/**
 * Waits until an input method has answered for what was sent. What it began to compose of that is given up.
 * @param what was sent, as the error says it
 * @returns whether it was asked about keys at all: then all of them reached the app
 * @throws AppError `not_verified` where it took keys
 */
export async function refuseTaken(context: EngineContext, method: InputMethod, what: string): Promise<boolean> {
  const { asked, taken, composing } = await method.settled();
  if (taken === 0) return asked > 0;
  if (composing) await giveUp(context, method);
  throw new AppError(
    'not_verified',
    `The input method ${quoted(method.name)} took ${what}: the app did not get it all.`,
    {
      hint: 'Switch it to plain keys, or set the value of the field where it has that pattern.',
      delivery: 'unknown',
    },
  );
}

async function giveUp({ backend: { input } }: EngineContext, method: InputMethod): Promise<void> {
  for (let escapes = 0; escapes < mostEscapes && (await method.settled()).composing; escapes++)
    await input.press('Escape');
}
