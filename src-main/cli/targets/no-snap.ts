import type { Args } from '../args.ts';
import type { Context } from '../command.ts';

/** The option of commands in which windows are dragged. */
export const noSnap = {
  type: 'boolean',
  help: 'Windows: disable window snapping meanwhile.',
} as const;

/**
 * Does it while windows do not snap, if that is asked for; afterwards they do as before, however it ends.
 * @throws AppError `unsupported_platform`
 */
export async function withSnapping<T>(
  context: Pick<Context, 'engine'>,
  args: Pick<Args, 'flag'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!args.flag('no-snap')) return work();
  const engine = context.engine();
  await engine.setSnapping({ allowed: false });
  try {
    return await work();
  } finally {
    // One that ended has put it back.
    await engine.setSnapping({ allowed: true }).catch(() => undefined);
  }
}
