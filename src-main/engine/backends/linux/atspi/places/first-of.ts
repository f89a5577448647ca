import type { Parts } from './offset.ts';

/** The answer of the first source that knows the element. */
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
