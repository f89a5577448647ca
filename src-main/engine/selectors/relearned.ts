import type { RankedSelector, SelectorGrade } from '#contract/model/elements/selector';
import {
  conditionWords,
  trialConditions,
  trialSentence,
  type AppTrials,
  type TriedInStarts,
} from '#contract/model/elements/selector-trial';

type Outcomes = TriedInStarts['outcomes'];

const grades = ['A', 'B', 'C', 'D', 'E'] as const satisfies readonly SelectorGrade[];
/** A selector that found its element in at least this many starts, always, is raised by a grade. */
const provedStarts = 3;
/** Failures of a kind, with no more successes, lower other selectors of that kind by a grade. */
const kindFailures = 2;

/**
 * Grades by what trials of the app's selectors showed. Failing where nothing is meant to change it, after a restart, in
 * another size or theme, makes a selector a bad one; another document or language lowers it less.
 */
export function relearned(ranked: readonly RankedSelector[], trials: AppTrials | undefined): readonly RankedSelector[] {
  if (!trials) return ranked;
  const known = new Map(trials.selectors.map(({ selector, outcomes }) => [selector, outcomes]));
  const judged = ranked.map((each) => judge(each, known.get(each.selector), trials));
  // Those that no trial lowered keep their order, which is finer than grades.
  const kept = judged.filter((each, index) => indexOf(each.grade) <= indexOf(ranked[index]?.grade ?? each.grade));
  for (const lowered of judged.filter((each) => !kept.includes(each))) {
    const worse = kept.findIndex(({ grade }) => indexOf(grade) > indexOf(lowered.grade));
    kept.splice(worse < 0 ? kept.length : worse, 0, lowered);
  }
  return kept;
}

const indexOf = (grade: SelectorGrade): number => grades.indexOf(grade);

function judge(ranked: RankedSelector, own: Outcomes | undefined, trials: AppTrials): RankedSelector {
  const grade = own ? ownGrade(ranked, own) : ranked.grade;
  const condition = own ? undefined : failingCondition(ranked, trials);
  const [final, why] = condition
    ? [gradeAt(indexOf(grade) + 1), `Selectors like this one fail in this app ${conditionWords[condition]}.`]
    : [grade, own && trialSentence(own)];
  if (final === ranked.grade || why === undefined) return ranked;
  return { ...ranked, grade: final, reason: `${why} Grade ${final} instead of ${ranked.grade}.` };
}

function ownGrade({ grade, kind }: RankedSelector, outcomes: Outcomes): SelectorGrade {
  const at = indexOf(grade);
  const failed = trialConditions.filter((condition) => (outcomes[condition] ?? 'found') !== 'found');
  if (failed.some((condition) => condition !== 'language' && condition !== 'document')) return 'E';
  if (failed.includes('document')) return gradeAt(Math.max(at + 1, indexOf('D')));
  if (failed.includes('language')) return gradeAt(at + 1);
  // At most B: an id is what the developer promises. A path breaks with the app's next version, not with its next start.
  return Object.keys(outcomes).length >= provedStarts && kind !== 'path'
    ? gradeAt(Math.min(at, Math.max(at - 1, indexOf('B'))))
    : grade;
}

/** The condition in which selectors of this kind failed, as far as they were tried. */
function failingCondition({ kind }: RankedSelector, { selectors }: AppTrials) {
  const alike = selectors.filter((each) => each.kind === kind);
  return trialConditions.find((condition) => {
    const outcomes = alike.flatMap(({ outcomes }) => outcomes[condition] ?? []);
    const failures = outcomes.filter((outcome) => outcome !== 'found').length;
    return failures >= kindFailures && failures > outcomes.length / 2;
  });
}

function gradeAt(index: number): SelectorGrade {
  return grades[Math.min(index, grades.length - 1)] ?? 'E';
}
