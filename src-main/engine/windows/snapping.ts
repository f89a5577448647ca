import { AppError } from '#contract/errors';
import type { Operation } from '../operations/operation.ts';

export const setSnapping: Operation<'setSnapping'> = async ({ backend }, { allowed }) => {
  if (backend.windows.snapping) return backend.windows.snapping(allowed);
  throw new AppError('unsupported_platform', 'Window snapping can only be disabled on Windows.', {
    delivery: 'not_delivered',
  });
};
