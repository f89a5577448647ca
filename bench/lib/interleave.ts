/** One that takes part in a comparison. */
export interface Contestant {
  readonly name: string;
  sample(): Promise<void>;
}

/**
 * Lets all take one sample per round, so that what else happens on the machine meets all of them. Each round starts one further:
 * nobody always follows the same other.
 */
export async function interleave(rounds: number, contestants: readonly Contestant[]): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const first = round % Math.max(1, contestants.length);
    for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) await contestant.sample();
  }
}
