/** Indexes of a pair; null if one side has no counterpart. */
export type Aligned = readonly [a: number | null, b: number | null];

/** So far ahead two runs are looked through for where they meet again. */
const farthest = 40;
/** This many matches in a row mean that the lists are in step again. */
const steady = 3;

/**
 * Pairs the items of two lists from the front: matching neighbours; at a mismatch, the shortest way to the next match,
 * with the items in between paired in order. After the last match, items are paired by index.
 */
export function align(a: number, b: number, isAlike: (a: number, b: number) => boolean): readonly Aligned[] {
  const pairs: Aligned[] = [];
  let [i, j] = [0, 0];
  const meets = (from: number, to: number): boolean => {
    for (let next = 0; next < steady; next++) {
      const [left, right] = [from + next, to + next];
      if (left === a && right === b) return true;
      if (left >= a || right >= b || !isAlike(left, right)) return false;
    }
    return true;
  };
  const pairUp = (endA: number, endB: number) => {
    while (i < endA || j < endB) pairs.push([i < endA ? i++ : null, j < endB ? j++ : null]);
  };
  while (i < a && j < b) {
    if (isAlike(i, j)) {
      pairs.push([i++, j++]);
      continue;
    }
    // Among many alike, a replaced item looks like an omitted one: the lengths of the rest decide.
    const isReplaced = a - i === b - j && meets(i + 1, j + 1);
    const [skipA, skipB] = isReplaced
      ? [1, 1]
      : (nextMeeting((skippedA, skippedB) => meets(i + skippedA, j + skippedB)) ?? [a - i, b - j]);
    pairUp(Math.min(a, i + skipA), Math.min(b, j + skipB));
  }
  pairUp(a, b);
  return pairs;
}

/** The least that is skipped on both sides; one side alone before both. */
function nextMeeting(meets: (skippedA: number, skippedB: number) => boolean): readonly [number, number] | null {
  for (let sum = 1; sum <= farthest; sum++) {
    for (let less = 0; less <= sum; less++) {
      const even = sum - less;
      if (meets(less, even)) return [less, even];
    }
  }
  return null;
}
