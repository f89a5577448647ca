import type { AgentEvent, PlannedAction } from './agent.ts';
import type { Rect } from '../geometry.ts';

/** A recorded action of the user in the agents' place. */
export interface PersonAct {
  /** The call that would repeat it; secrets are masked. */
  readonly action: PlannedAction;
  /** In a sentence. */
  readonly text: string;
  /** Its target, in screen pixels. */
  readonly target: Rect | null;
}

/** Its position in an agents' run. */
export interface PlaceInRun {
  readonly step: number;
  readonly round: number;
  readonly subTask?: string | undefined;
  /** The original run, if repeated. */
  readonly from?: string | undefined;
}

const person = { kind: 'Person', name: 'You' } as const;

/** A user's action as a step of a run. */
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
