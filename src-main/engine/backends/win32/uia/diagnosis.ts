import type { Diagnosis } from '#contract/model/diagnosis';

/** A part of the window, which says `more`, did not come with the rest. */
export const branchLost: Diagnosis = {
  code: 'incomplete',
  message: 'The app answers, but fails to tell what is in a part of its window.',
  fix: 'Look again. Where that stays so, work with pictures, text recognition and coordinates in that part.',
};
