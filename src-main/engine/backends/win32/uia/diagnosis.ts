import type { Diagnosis } from '#contract/model/diagnosis';

/** A part of the window, which says `more`, did not come with the rest. */
export const branchLost: Diagnosis = {
  code: 'incomplete',
  message: 'The app responds, but fails to report a part of its window.',
  fix: 'Look again. Where that stays so, work with pictures, text recognition and coordinates in that part.',
};

/** A list, which says `more`, has too many rows. */
export const listCut: Diagnosis = {
  code: 'incomplete',
  message: 'A list in this window is longer than what was read of it.',
  fix: 'Ask for its children page by page, or for the row by its name or automation id.',
};

/** Chromium's switch: https://www.chromium.org/developers/design-documents/accessibility/ */
export const contentAsleep: Diagnosis = {
  code: 'chromium_flag_missing',
  message: 'The web content of this window exposes no elements.',
  fix: 'Look again in a moment: it begins to once it was asked. Where that stays so, start the app again with --force-renderer-accessibility.',
};
