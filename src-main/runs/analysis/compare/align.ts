/** Places of what belongs together; null if one side has nothing there. */
export type Aligned = readonly [a: number | null, b: number | null];

/** So far ahead two runs are looked through for where they meet again. */
const farthest = 40;
/** So many in a row must be alike to be the same place again. */
const steady = 3;

/**
 * Which of two lists belongs to which of the other, from the front: neighbours that are alike; if they are not, the shortest way
 * to where they are again, what is between them paired as far as it goes. Behind a place from where they are never alike again
 * everything is paired by its number.
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
    // Among many that are alike one that is replaced looks like one that is left out: what remains reports.
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
