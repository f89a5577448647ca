import { useSyncExternalStore } from 'react';

/** Of the token `--row`, in CSS pixels. */
const heights = { comfortable: 24, compact: 20 } as const;
export type Density = keyof typeof heights;

/** Applies a density to the page: its rows change at once. */
export function showDensity(density: Density): void {
  document.documentElement.dataset['density'] = density;
}

/** Height of a row of a tree or a long list, in CSS pixels. */
export function useRowHeight(): number {
  return useSyncExternalStore(
    subscribe,
    () => heights[document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'],
    () => heights.comfortable,
  );
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}
