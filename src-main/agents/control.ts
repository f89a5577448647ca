import type { AgentEvent } from '#contract/model/agents/agent';
import type { PersonAct } from '#contract/model/agents/person-act';

/** A run, as whoever holds it needs it. */
export interface HeldRun {
  readonly tell: (event: AgentEvent) => void;
  /** A person did something in the agents' place: it becomes a step of the run, and the agents read it on the blackboard. */
  readonly did: (act: PersonAct) => void;
}

/** What a model answered, and what the run has cost until then. */
export interface HeldAnswer {
  readonly step: number;
  readonly text: string;
  readonly spent: {
    readonly tokens: number;
    /** US dollars; null where no price is known. */ readonly cost: number | null;
  };
}

/** Where a person may hold a run, look at it and change it. One that nobody watches lets everything pass at once. */
export interface RunControl {
  /** A run begins. @returns what says that it is over */
  begin(run: HeldRun): () => void;
  /** Before a step: waits while the run is held or taken over. @throws AppError `cancelled` */
  beforeStep(step: number, signal: AbortSignal): Promise<void>;
  /**
   * After an answer of a model and before it means anything: waits while the run is held, and gives the answer back, as a
   * person edited it; null where a person took over meanwhile, so that it speaks of a desktop that is no more.
   * @throws AppError `cancelled`
   */
  answered(answer: HeldAnswer, signal: AbortSignal): Promise<string | null>;
}

export const uncontrolled: RunControl = {
  begin: () => () => undefined,
  beforeStep: () => Promise.resolve(),
  answered: ({ text }) => Promise.resolve(text),
};
