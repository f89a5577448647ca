import { z } from 'zod';
import { count } from '../../count.ts';
import type { RankedSelector } from './selector.ts';

/** How an app is started to see which selectors still find an element: again, or with one thing changed. */
export const trialConditions = ['restart', 'size', 'theme', 'language', 'document'] as const;
export const trialCondition = z.enum(trialConditions);
export type TrialCondition = z.output<typeof trialCondition>;

/** What a selector matched: the element, nothing, several elements, or another one. */
const trialOutcome = z.enum(['found', 'none', 'several', 'other']);
export type TrialOutcome = z.output<typeof trialOutcome>;

/** Of one condition. */
export interface ConditionReport {
  readonly condition: TrialCondition;
  /** Such as `German` or `700 × 500`; empty if there is nothing to add. */
  readonly detail: string;
  /** Why it was not tested; null if it was. */
  readonly skipped: string | null;
}

export interface TriedInStarts extends Pick<RankedSelector, 'selector' | 'kind' | 'grade'> {
  /** Of the tested conditions. */
  readonly outcomes: Readonly<Partial<Record<TrialCondition, TrialOutcome>>>;
}

/** Which selectors of an element find it in fresh starts of its app. */
export interface TrialReport {
  readonly app: string;
  /** The started command line. */
  readonly command: string;
  readonly conditions: readonly ConditionReport[];
  readonly selectors: readonly TriedInStarts[];
}

/** Progress of a trial; null when it has ended. */
export type TrialProgress = { readonly condition: TrialCondition; readonly detail: string } | null;

const learnedSelector = z.object({
  selector: z.string().max(100_000),
  kind: z.string().max(40),
  outcomes: z.partialRecord(trialCondition, trialOutcome),
});

/** The outcomes of all trials of an app. */
export const appTrials = z.object({ app: z.string().max(1_000), selectors: z.array(learnedSelector).max(500) });
export type AppTrials = Readonly<z.output<typeof appTrials>>;

/** As in “no match in another language”. */
export const conditionWords: Readonly<Record<TrialCondition, string>> = {
  restart: 'after a restart',
  size: 'in another size',
  theme: 'in another theme',
  language: 'in another language',
  document: 'with another document',
};

export const outcomeWords: Readonly<Record<TrialOutcome, string>> = {
  found: 'found',
  none: 'no match',
  several: 'several matches',
  other: 'another element',
};

/** `Found in 4 of 5 starts: no match in another language.` */
export function trialSentence(outcomes: TriedInStarts['outcomes']): string {
  const tested = trialConditions.flatMap((condition) => {
    const outcome = outcomes[condition];
    return outcome ? [{ condition, outcome }] : [];
  });
  const failed = tested.filter(({ outcome }) => outcome !== 'found');
  const why = failed.map(({ condition, outcome }) => `${outcomeWords[outcome]} ${conditionWords[condition]}`);
  const found = `Found in ${tested.length - failed.length} of ${count(tested.length, 'start')}`;
  return why.length === 0 ? `${found}.` : `${found}: ${why.join(', ')}.`;
}
