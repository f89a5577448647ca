import { AppError } from '#contract/errors';
import { describeReceiver } from '#contract/model/key-receiver';
import type { WindowId } from '#contract/model/windows/window';
import type { EngineContext, Operation } from '../../operations/operation.ts';

export const keyReceiver: Operation<'keyReceiver'> = ({ backend }) => backend.windows.keyReceiver();

/**
 * @param meant the window that should get the keys; null where no one has them and none was named
 * @param allowed where else they may arrive, as `keyReceiver` said; undefined where nowhere else
 * @throws AppError `wrong_target_window` where a key would arrive in another window
 */
export async function refuseOtherReceiver(
  { backend }: EngineContext,
  meant: WindowId | null,
  allowed: WindowId | null | undefined,
): Promise<void> {
  const receiver = await backend.windows.keyReceiver();
  if (receiver === null ? meant === null : receiver.window === meant && meant !== null) return;
  if (receiver && allowed !== undefined && receiver.window === allowed) return;
  throw new AppError('wrong_target_window', `The keys would go to ${describeReceiver(receiver)}.`, {
    hint: 'Close the menu or dialog that takes them, or bring the window to the front.',
    delivery: 'not_delivered',
  });
}
