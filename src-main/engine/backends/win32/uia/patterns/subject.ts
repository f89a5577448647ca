import { AppError } from '#contract/errors';
import { saying } from '../../../../../base/delivery.ts';
import type { Owner, ComPointer, InterfaceName } from '../../com/memory.ts';
import { ComFailure, resultCode, translateError } from '../../native/errors.ts';
import type { UiaElement } from '../client.ts';
import type { UiaScope } from '../reach.ts';
import { patternOf } from '../details/facts.ts';
import type { PatternName } from '../details/patterns.ts';
import { isThere } from '../elements.ts';

/** An element to operate. */
export interface Subject {
  readonly place: UiaScope;
  readonly element: UiaElement;
  /** Scope of the call. */
  readonly owner: Owner;
}

/** The pattern needed by a call. @throws AppError `pattern_not_supported` if the element lacks it */
export function needed<I extends InterfaceName>({ owner, element }: Subject, name: PatternName, as: I): ComPointer<I> {
  const pattern = patternOf(owner, element, name, as);
  if (pattern === null) throw unsupported(`The element has no ${name} pattern any more.`);
  return pattern;
}

export function unsupported(message: string): AppError {
  return new AppError('pattern_not_supported', message, { delivery: 'not_delivered' });
}

/**
 * Performs an action once. The error for a vanished element equals `EVENT_E_ALL_SUBSCRIBERS_FAILED`, which providers return
 * after success, and the action itself may remove the element: while the element exists, this is no failure.
 * https://learn.microsoft.com/windows/win32/com/com-error-codes-2
 * @throws ComFailure if the app refuses; AppError `element_stale`, delivery unknown, if the element is then gone
 */
export function doAct<A extends unknown[]>(subject: Subject, act: (...args: A) => unknown, ...args: A): void {
  try {
    act(...args);
  } catch (error) {
    if (!(error instanceof ComFailure) || error.result !== resultCode.elementGone) throw error;
    if (!isThere(subject.place.client, subject.element)) throw saying('unknown', translateError(error));
  }
}
