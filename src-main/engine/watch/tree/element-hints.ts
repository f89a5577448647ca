import type { Disposable } from '../../../base/async/disposable.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';

/** Hints of changes in one window at a time, where the platform gives any. */
export interface ElementHints extends Disposable {
  /** From now on in that window; in none for null, and for our own. */
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
