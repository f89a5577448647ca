import { sleep, linkSignals } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { inPart, saying } from '../../base/delivery.ts';
import { refuseWhileDeskscopeAsks } from '../guard/asking.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** How often to check, during input, whether the user is asked for permission; milliseconds. */
const lookEveryMs = 50;
/** How long to wait for the user to release a mouse button, in milliseconds. */
const releaseMs = 2_000;
const lookForButtonsEveryMs = 30;

/**
 * Runs input while the user holds neither keys nor buttons; always leaves everything released.
 * @throws AppError `busy` if the user keeps holding a modifier or, for the mouse, a button
 */
export async function withReleasedKeys(
  context: EngineContext,
  call: CallContext,
  work: (call: CallContext) => Promise<void>,
  { byMouse = false } = {},
): Promise<void> {
  await context.turns.take(call.signal, async () => {
    await context.backend.input.untilFree(call.signal).catch((error: unknown) => {
      throw asUndelivered(error);
    });
    if (byMouse) await untilButtonsFree(context, call);
    // A hanging back end never reaches a `finally`, so the deadline itself must release too.
    const release = () => void context.backend.input.releaseAll().catch((error: unknown) => warn(context, error));
    const watch = watchForQuestion(context, call.signal);
    watch.signal.addEventListener('abort', release, { once: true });
    try {
      await work({ ...call, signal: watch.signal });
      if (watch.question() !== null) throw watch.question();
    } catch (error) {
      release();
      // Input that failed midway may have reached its target in part.
      throw saying('unknown', watch.question() ?? error);
    } finally {
      watch.dispose();
      watch.signal.removeEventListener('abort', release);
    }
  });
}

/** A button that is already down cannot be pressed, and turns every move into a drag. @throws AppError `busy`, `not_delivered` */
export async function untilButtonsFree({ backend: { input } }: EngineContext, { signal }: CallContext): Promise<void> {
  const end = Date.now() + releaseMs;
  for (;;) {
    const held = (await input.heldButtons?.()) ?? [];
    if (held.length === 0) return;
    if (Date.now() > end) {
      const buttons = held.length > 1 ? `${held.join(' and ')} buttons are` : `${held.join()} button is`;
      throw new AppError('busy', `The ${buttons} held down.`, {
        hint: 'Release it. If no one holds it, click once: a program may have left it pressed.',
        delivery: 'not_delivered',
      });
    }
    await sleep(lookForButtonsEveryMs, signal);
  }
}

/** Releases everything, and cancels pending presses, while the user is asked for permission. */
function watchForQuestion(context: EngineContext, signal: AbortSignal) {
  const own = new AbortController();
  const link = linkSignals([signal, own.signal]);
  const timer = setInterval(() => {
    // The desktop's own question belongs to this very input.
    refuseWhileDeskscopeAsks(context.backend).catch((error: unknown) => {
      // If the check fails, it is repeated before the next press.
      if (error instanceof AppError && error.code === 'busy') own.abort(inPart(error));
    });
  }, lookEveryMs);
  return {
    signal: link.signal,
    question: (): unknown => (own.signal.aborted ? own.signal.reason : null),
    dispose() {
      clearInterval(timer);
      link.dispose();
    },
  };
}

function asUndelivered(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, error.message, { hint: error.hint, delivery: 'not_delivered', cause: error });
}

function warn(context: EngineContext, error: unknown): void {
  context.log('warn', 'held keys could not be released', error);
}
