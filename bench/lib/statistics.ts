/** Summary of a list of samples, in the unit of the samples. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** @throws RangeError for an empty list */
export function summarize(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new RangeError('There are no samples to summarize.');
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    count: sorted.length,
    median: (at(sorted, (sorted.length - 1) >> 1) + at(sorted, sorted.length >> 1)) / 2,
    minimum: at(sorted, 0),
    maximum: at(sorted, sorted.length - 1),
  };
}

function at(sorted: readonly number[], index: number): number {
  const found = sorted[index];
  if (found === undefined) throw new RangeError(`${index} is outside the list.`);
  return found;
}
