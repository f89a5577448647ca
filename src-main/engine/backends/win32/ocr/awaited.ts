import { AppError } from '#contract/errors';
import { query } from '../com/create.ts';
import { method } from '../com/method.ts';
import type { ComPointer, InterfaceName } from '../com/pointer.ts';
import type { Scope } from '../com/scope.ts';
import { ComFailure } from '../native/failure.ts';

const statusOf = method('IAsyncInfo', 'get_Status');
const errorOf = method('IAsyncInfo', 'get_ErrorCode');
const cancel = method('IAsyncInfo', 'Cancel');
const resultsOf = method('IAsyncOperation', 'GetResults');

/** `AsyncStatus` of Windows.Foundation. */
const status = { started: 0, completed: 1 } as const;
/** A picture of a window takes some ten times as long; in milliseconds. */
const lookEveryMs = 4;
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * What an operation of the Windows Runtime comes to, in whose threads it runs. This thread waits for it, and lets go of it once
 * no one does: `I` is what such an operation gives.
 * @throws ComFailure what it failed with; AppError `cancelled`
 */
export function awaited<I extends InterfaceName>(
  scope: Scope,
  operation: ComPointer<'IAsyncOperation'> | null,
  cancelled: () => boolean,
): ComPointer<I> | null {
  const info = operation && query(scope, operation, 'IAsyncInfo');
  if (!info) return null;
  while (statusOf(info) === status.started) {
    if (cancelled()) {
      cancel(info);
      throw new AppError('cancelled');
    }
    Atomics.wait(never, 0, 0, lookEveryMs);
  }
  if (statusOf(info) !== status.completed) throw new ComFailure('Reading text', errorOf(info));
  return resultsOf(scope, operation) as ComPointer<I> | null;
}
