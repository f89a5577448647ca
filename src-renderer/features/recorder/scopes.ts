/** Where keys that act on the chosen step work. */
export const stepsScope = 'steps';

/** The view of the recorder. */
export const recordScope = 'record';
