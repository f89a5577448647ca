import { useEffect, useSyncExternalStore } from 'react';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useInspector, useInspectorApi } from '../context.ts';
import type { InspectorState } from '../store/state.ts';

/** Without an answer for so long, in milliseconds, it is unknown whether tree and picture are still true. */
const trustMs = 3_000;

/** Why boxes may not be on what they name; null if they do. */
export type Doubt = 'old' | 'paused' | 'moving' | 'closed' | null;

export function doubtOf(
  {
    window,
    closedAt,
    trueAt,
    settled,
    liveError,
    paused,
  }: Pick<InspectorState, 'window' | 'closedAt' | 'trueAt' | 'settled' | 'liveError' | 'paused'>,
  now: number,
): Doubt {
  if (window === null) return null;
  if (closedAt !== null) return 'closed';
  if (trueAt === null) return null;
  if (paused && liveError === null) return 'paused';
  if (liveError !== null || now - trueAt > trustMs) return 'old';
  return settled ? null : 'moving';
}

/** The doubt at this moment, and how old tree and picture are in milliseconds. */
export function useDoubt(): { readonly doubt: Doubt; readonly ageMs: number } {
  const now = useNow(true, 1_000);
  const doubt = useInspector((state) => doubtOf(state, now));
  const trueAt = useInspector((state) => (doubt === 'old' || doubt === 'paused' ? state.trueAt : null));
  return { doubt, ageMs: trueAt === null ? 0 : Math.max(0, now - trueAt) };
}

/** `09:36`, in the user's time zone. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Follows the open window while somebody can see it: not in another view, and not while Deskscope is minimised. */
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
    // What the pointer rests on is nobody's wish once the page is not there.
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
