import { AppError } from '#contract/errors';
import type { WindowId } from '#contract/model/window';
import type { EngineContext, Operation } from '../operation.ts';
import { activeWindow, isOwn, windowOf } from '../windows/lookup.ts';
import { withReleasedKeys } from './held.ts';
import { parseChord } from './chord.ts';

export const typeText: Operation<'typeText'> = async (context, { text, window }, call) => {
  await refuseWrongWindow(context, window);
  await withReleasedKeys(context, call, () => context.backend.input.type(text, call.signal));
};

export const pressKeys: Operation<'pressKeys'> = async (context, { keys, repeat = 1, window }, call) => {
  const chord = parseChord(keys);
  await refuseWrongWindow(context, window);
  await withReleasedKeys(context, call, async () => {
    for (let i = 0; i < repeat && !call.signal.aborted; i++) await context.backend.input.press(chord);
  });
};

/** Keys go to whatever is in front: it must be the wanted window, and it is never one of Deskscope. */
async function refuseWrongWindow(context: EngineContext, wanted: WindowId | undefined): Promise<void> {
  const target = wanted === undefined ? null : await windowOf(context, wanted);
  const active = await activeWindow(context);
  if (target ? active?.id === target.id : !active || !isOwn(context, active)) return;
  const front = active ? `“${active.title}”` : 'no window';
  throw new AppError('wrong_target_window', `The keys would go to ${front}.`, { delivery: 'not_delivered' });
}
