import type { Disposable } from '../../../base/async/disposable.ts';
import { globalKeys } from '#contract/model/recordings/global-keys';
import type { KeyChord } from '#contract/model/recordings/action';
import type { GlobalKeyEvent } from '#contract/model/engine';
import type { EngineContext } from '../../operations/operation.ts';
import { opening } from '../observe.ts';

const chords: readonly KeyChord[] = Object.values(globalKeys);

/** Deskscope's own keys, wherever they are pressed. Of all others nothing is told or kept. */
export function startGlobalKeys(context: EngineContext, emit: (event: GlobalKeyEvent) => void): Disposable | null {
  const { observer } = context.backend;
  if (!observer.keys) return null;
  const keys = observer.keys.bind(observer);
  const open = async () => {
    const observing = await keys((input) => {
      if (input.type === 'key' && !input.byUs && chords.includes(input.key)) emit({ type: 'pressed', key: input.key });
    });
    emit({ type: 'listening' });
    return observing;
  };
  return opening(context, open, 'the global keys');
}
