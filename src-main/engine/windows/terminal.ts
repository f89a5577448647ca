import type { Operation } from '../operation.ts';
import { windowOf } from './lookup.ts';

export const runsTerminal: Operation<'runsTerminal'> = async (context, { window }) => {
  const { processId } = await windowOf(context, window);
  return processId !== 0 && ((await context.backend.runsTerminal?.(processId)) ?? false);
};
