import type { Bridge } from '#contract/bridge';

/** Listens to a topic of the main process; returns the function that ends it. */
export type Subscribe = Bridge['on'];

/** Ends several subscriptions as one. */
export function together(...ends: readonly (() => void)[]): () => void {
  return () => ends.forEach((end) => end());
}
