import type { Parts } from './offset.ts';

/** What the first of them knows that knows an element at all. */
export function firstOf(...all: readonly (Parts | null)[]): Parts {
  return {
    async offsetOf(ref, signal, known) {
      for (const parts of all) {
        const offset = await parts?.offsetOf(ref, signal, known);
        if (offset) return offset;
      }
      return null;
    },
  };
}
