/** Where a person may hold a run, look at it and change it. One that nobody watches lets everything pass at once. */
export interface RunControl {
  /** Before a step: waits while the run is held or taken over. @throws AppError `cancelled` */
  beforeStep(step: number, signal: AbortSignal): Promise<void>;
  /**
   * After an answer of a model and before it means anything: waits while the run is held, and gives the answer back, as a
   * person edited it. @throws AppError `cancelled`
   */
  answered(answer: { readonly step: number; readonly text: string }, signal: AbortSignal): Promise<string>;
}

export const uncontrolled: RunControl = {
  beforeStep: () => Promise.resolve(),
  answered: ({ text }) => Promise.resolve(text),
};
