import type { Condition } from '#contract/model/recordings/condition';
import { maxTurns, type StepGroup } from '#contract/model/recordings/step-group';

/** How often a group is done, as a person chooses it. */
export type Often = 'once' | 'times' | 'while';

export function oftenOf({ repeat }: StepGroup): Often {
  if (!repeat) return 'once';
  return 'times' in repeat ? 'times' : 'while';
}

/** How many turns somebody may have meant who says no number. */
const someTurns = { times: 2, while: 100 } as const;

/** @param turns so many, or with a condition no more than these; what it says already by default */
export function withTurns(group: StepGroup, turns: number = someTurns.times): StepGroup {
  const { repeat } = group;
  if (repeat && 'while' in repeat) return { ...group, repeat: { ...repeat, atMost: turns } };
  return { ...group, repeat: { times: turns } };
}

export function once({ repeat: _, ...group }: StepGroup): StepGroup {
  return group;
}

export function repeatedWhile(group: StepGroup, condition: Condition): StepGroup {
  const { repeat } = group;
  const atMost = repeat && 'while' in repeat ? repeat.atMost : someTurns.while;
  return { ...group, repeat: { while: condition, atMost } };
}

/** Why a text is no number of turns; null where it is. */
export function turnsComplaint(text: string): string | null {
  const turns = Number(text);
  return /^\d+$/.test(text.trim()) && turns >= 1 && turns <= maxTurns
    ? null
    : `Enter a number from 1 to ${maxTurns.toLocaleString('en')}.`;
}
