import { AppError } from '#contract/errors';
import type { Operation } from '../operation.ts';

export const setSnapping: Operation<'setSnapping'> = async ({ backend }, { allowed }) => {
  if (backend.windows.snapping) return backend.windows.snapping(allowed);
  throw new AppError('unsupported_platform', 'Only on Windows can it be asked that windows do not snap to edges.', {
    delivery: 'not_delivered',
  });
};
