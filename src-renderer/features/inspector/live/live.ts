import { useEffect, useSyncExternalStore } from 'react';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useInspector, useInspectorApi } from '../context.ts';
import type { InspectorState } from '../store/state.ts';

/** After this many milliseconds without an answer, tree and picture may be stale. */
const trustMs = 3_000;

/** Why boxes may not match their elements; null if they do. */
export type Doubt = 'old' | 'paused' | 'moving' | 'closed' | 'past' | null;

export function doubtOf(
  {
    window,
    closedAt,
    trueAt,
    settled,
    liveError,
    paused,
    past,
  }: Pick<InspectorState, 'window' | 'closedAt' | 'trueAt' | 'settled' | 'liveError' | 'paused' | 'past'>,
  now: number,
): Doubt {
  if (window === null) return null;
  if (past !== null) return 'past';
  if (closedAt !== null) return 'closed';
  if (trueAt === null) return null;
  if (paused && liveError === null) return 'paused';
  if (liveError !== null || now - trueAt > trustMs) return 'old';
  return settled ? null : 'moving';
}

/** The current doubt, and the age of tree and picture in milliseconds. */
export function useDoubt(): { readonly doubt: Doubt; readonly ageMs: number } {
  const now = useNow(true, 1_000);
  const doubt = useInspector((state) => doubtOf(state, now));
  const trueAt = useInspector((state) => (doubt === 'old' || doubt === 'paused' ? state.trueAt : null));
  return { doubt, ageMs: trueAt === null ? 0 : Math.max(0, now - trueAt) };
}

/** `09:36:12`, in the user's time zone. */
export function clockSeconds(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** `09:36`, in the user's time zone. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Follows the inspected window while it is visible: not in another view, and not while Deskscope is minimised. */
export function useLive(): void {
  const store = useInspectorApi();
  const window = useInspector((state) => state.window?.id ?? null);
  const closed = useInspector((state) => state.closedAt !== null);
  const visible = useVisible();
  useEffect(() => {
    if (window === null || closed || !visible) return undefined;
    return store.getState().keepLooking();
  }, [store, window, closed, visible]);
  useEffect(() => {
    // A hovered element is meaningless while the page is hidden.
    if (!visible) store.getState().outlineBox(null);
    return () => store.getState().outlineBox(null);
  }, [store, visible]);
}

export function useVisible(): boolean {
  return useSyncExternalStore(
    listen,
    () => document.visibilityState === 'visible',
    () => true,
  );
}

function listen(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
