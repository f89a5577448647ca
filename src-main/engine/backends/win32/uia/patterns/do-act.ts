import { saying } from '../../../../../base/delivery.ts';
import { ComFailure, resultCode } from '../../native/failure.ts';
import { translateError } from '../../native/errors.ts';
import { isThere } from '../elements.ts';
import type { Subject } from './subject.ts';

/**
 * Does it once. That the element is gone has the number of `EVENT_E_ALL_SUBSCRIBERS_FAILED`, which providers answer once all
 * is done, and one may be gone because it was done: of an element that is still there it is no failure.
 * https://learn.microsoft.com/windows/win32/com/com-error-codes-2
 * @throws ComFailure where the app refuses; AppError `element_stale`, delivery unknown, where the element is gone then
 */
export function doAct<A extends unknown[]>(subject: Subject, act: (...args: A) => unknown, ...args: A): void {
  try {
    act(...args);
  } catch (error) {
    if (!(error instanceof ComFailure) || error.result !== resultCode.elementGone) throw error;
    if (!isThere(subject.place.client, subject.element)) throw saying('unknown', translateError(error));
  }
}
