import { useSyncExternalStore } from 'react';

/** Three panels side by side need this many CSS pixels: fewer where the window is small, or zoomed, or its screen is scaled. */
const narrow = () => window.matchMedia('(width < 1100px)');

/** Whether the window has too little room for three panels side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => narrow().matches,
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
