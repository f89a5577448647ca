/** A participant in a comparison. */
export interface Contestant {
  readonly name: string;
  sample(): Promise<void>;
}

/**
 * Takes one sample of each participant per round, so that other load on the machine affects all of them. Each round starts with
 * the next
 * participant.
 */
export async function interleave(rounds: number, contestants: readonly Contestant[]): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const first = round % Math.max(1, contestants.length);
    for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) await contestant.sample();
  }
}
