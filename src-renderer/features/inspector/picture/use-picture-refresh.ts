import { useEffect } from 'react';
import type { InspectorStore } from '../store/store.ts';

const everyMs = 2000;

/** Keeps the picture fresh while someone can see it. */
export function usePictureRefresh(store: InspectorStore): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void store.getState().capture();
    };
    const timer = setInterval(refresh, everyMs);
    return () => clearInterval(timer);
  }, [store]);
}
