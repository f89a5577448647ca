/** Sends something from the pump to the main thread unasked; `payload` must be cloneable. */
export type Emit = (topic: string, payload: unknown) => void;

/** One kind of work of the pump. Called on its thread, between two messages of Windows; must be quick. */
export interface PumpJob {
  call(input: never): unknown;
  /** Undoes whatever is still in place, such as hooks and windows. */
  close(): void;
}

/** The jobs by name; each is created when the pump starts. */
export type PumpJobs = Readonly<Record<string, (emit: Emit) => PumpJob>>;
