import type { Operation } from '../operations/operation.ts';
import { windowOf } from '../windows/lookup.ts';
import { readHit } from './hit.ts';

export const focused: Operation<'focused'> = async (context, { window: id }, { signal }) => {
  const window = await windowOf(context, id);
  const runtimeId = await context.backend.elements.focused(window, signal);
  return runtimeId === null ? null : readHit(context, window, runtimeId, signal);
};
