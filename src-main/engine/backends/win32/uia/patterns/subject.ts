import { AppError } from '#contract/errors';
import { saying } from '../../../../../base/delivery.ts';
import type { Owner, ComPointer, InterfaceName } from '../../com/memory.ts';
import { ComFailure, resultCode, translateError } from '../../native/errors.ts';
import type { UiaElement } from '../client.ts';
import type { UiaScope } from '../reach.ts';
import { patternOf } from '../details/facts.ts';
import type { PatternName } from '../details/patterns.ts';
import { isThere } from '../elements.ts';

/** An element to be operated. */
export interface Subject {
  readonly place: UiaScope;
  readonly element: UiaElement;
  /** Of what is needed no longer than the call. */
  readonly owner: Owner;
}

/** The pattern that a call needs. @throws AppError `pattern_not_supported` if the element has not got it */
export function needed<I extends InterfaceName>({ owner, element }: Subject, name: PatternName, as: I): ComPointer<I> {
  const pattern = patternOf(owner, element, name, as);
  if (pattern === null) throw unsupported(`The element has no ${name} pattern any more.`);
  return pattern;
}

export function unsupported(message: string): AppError {
  return new AppError('pattern_not_supported', message, { delivery: 'not_delivered' });
}

/**
 * Does it once. That the element is gone has the number of `EVENT_E_ALL_SUBSCRIBERS_FAILED`, which providers answer once all is
 * done, and one may be gone because it was done: of an element that is still there it is not a failure.
 * https://learn.microsoft.com/windows/win32/com/com-error-codes-2
 * @throws ComFailure if the app refuses; AppError `element_stale`, delivery unknown, where the element is gone then
 */
export function doAct<A extends unknown[]>(subject: Subject, act: (...args: A) => unknown, ...args: A): void {
  try {
    act(...args);
  } catch (error) {
    if (!(error instanceof ComFailure) || error.result !== resultCode.elementGone) throw error;
    if (!isThere(subject.place.client, subject.element)) throw saying('unknown', translateError(error));
  }
}
