import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

const notSent = { delivery: 'not_delivered' } as const;

/** The desktop is asking, without an answer yet. */
export function askingNow(): AppError {
  return new AppError('busy', 'The desktop’s permission question for Deskscope is still open.', {
    ...notSent,
    hint: 'Answer its question on the screen, which stays open, then call again. Deskscope never answers it.',
  });
}

const hint = 'Restart Deskscope to get the question again.';

/** The user has denied access. */
export function refused(what: string): AppError {
  return new AppError('permission_denied', `The desktop’s user did not allow Deskscope to ${what}.`, {
    ...notSent,
    hint,
  });
}

/** The desktop has revoked access. */
export function stopped(): AppError {
  const why = 'What the desktop had granted to Deskscope was stopped, by a person or because its screens have changed.';
  return new AppError('permission_denied', why, { ...notSent, hint });
}

/** Only other capabilities were granted. @param what a clause: `press keys` */
export function notAmongGranted(what: string): AppError {
  return new AppError('permission_denied', `The desktop’s user did not grant ${what} to Deskscope.`, {
    ...notSent,
    hint: 'Restart Deskscope and grant that as well when the desktop asks.',
  });
}

/** The portal itself exited. */
export function portalGone(why: string): AppError {
  return new AppError('display_unavailable', `The desktop portal cannot be used: ${why}.`, {
    ...notSent,
    hint: 'Check whether the desktop still responds, then call again: it will ask again.',
  });
}

/** It does not support such input. */
export function notTaken(why: string): AppError {
  return new AppError('unsupported_platform', `The desktop portal rejected the request: ${quoted(why)}.`, notSent);
}

/** It cannot ask. */
export function cannotAsk(why: string): AppError {
  return new AppError('unsupported_platform', `The desktop portal could not ask whether Deskscope may act: ${why}.`, {
    ...notSent,
    hint: 'Look at the log of xdg-desktop-portal, and call again.',
  });
}

/** Only other screens were granted. */
export function notShown(): AppError {
  return new AppError('permission_denied', 'This screen is not shared with Deskscope.', {
    ...notSent,
    hint: 'Restart Deskscope and choose all screens when the desktop asks.',
  });
}

/**
 * Time that a call waits for the user, in milliseconds: less than the deadline of a click, so that the reason of a failure is
 * reported.
 */
const maxWaitMs = 3_000;

/** The result if it arrives soon; later results are for the next call. @throws AppError `busy` if there is no answer soon */
export async function soonOr<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(askingNow()), maxWaitMs);
  });
  // A late failure may have no awaiter.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
