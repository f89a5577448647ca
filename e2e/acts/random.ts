/** Seeded random choices: mulberry32, https://github.com/cprosche/mulberry32. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  of<T>(all: readonly T[]): T;
  shuffled<T>(all: readonly T[]): T[];
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    of(all) {
      const chosen = all[between(0, all.length - 1)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    },
    shuffled: (all) =>
      all
        .map((each) => ({ each, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ each }) => each),
  };
}
