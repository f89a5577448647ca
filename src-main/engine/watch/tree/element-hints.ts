import type { Disposable } from '../../../base/async/disposable.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';

/** Change hints for one window at a time, if the platform has any. */
export interface ElementHints extends Disposable {
  /** Follows that window from now on; none for null, and for our own. */
  follow(window: WindowInfo | null): void;
}

export function createElementHints(context: EngineContext, changed: () => void): ElementHints {
  let followed: { readonly id: string; readonly watch: Disposable | undefined } | null = null;
  let ended = false;
  const follow = (window: WindowInfo | null) => {
    const wanted = window && !isOwn(context, window) && !ended ? window : null;
    if (followed?.id === wanted?.id) return;
    followed?.watch?.dispose();
    followed = wanted && { id: wanted.id, watch: context.backend.elements.watch?.(wanted, changed) };
  };
  return {
    follow,
    dispose() {
      ended = true;
      follow(null);
    },
  };
}
