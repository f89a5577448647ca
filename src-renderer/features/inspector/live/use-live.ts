import { useEffect, useSyncExternalStore } from 'react';
import { useInspector, useInspectorApi } from '../context.ts';

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
    // What the pointer rests on is no one's wish once the page is not there.
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
