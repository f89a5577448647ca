import type { AgentEvent, PlannedAction } from './agent.ts';
import type { Rect } from '../geometry.ts';

/** Something that a person did in the agents' place, as it was recorded. */
export interface PersonAct {
  /** The call that would do it again; secrets are masked. */
  readonly action: PlannedAction;
  /** In a sentence. */
  readonly text: string;
  /** What it was done to, in screen pixels. */
  readonly target: Rect | null;
}

/** Where it belongs in an agents' run. */
export interface PlaceInRun {
  readonly step: number;
  readonly round: number;
  readonly subTask?: string | undefined;
  /** The run that it is of, if it is gone through again. */
  readonly from?: string | undefined;
}

const person = { kind: 'Person', name: 'You' } as const;

/** An act of a person as a step of a run. */
export function personStep({ action, text, target }: PersonAct, place: PlaceInRun): readonly AgentEvent[] {
  const { step, round, subTask, from } = place;
  return [
    {
      event: 'step',
      step,
      agent: person,
      round,
      ...(subTask !== undefined && { subTask }),
      ...(from !== undefined && { from }),
    },
    { event: 'acted', step, action, calls: [], status: 'success', text, target },
    { event: 'stepped', step, elapsedMs: {} },
  ];
}
