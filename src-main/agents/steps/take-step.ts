import { personStep, type PersonAct } from '#contract/model/agents/person-act';
import type { SessionParts } from '../session/session-parts.ts';

/**
 * What a person did in the agents' place becomes a step of their run, and all of them read of it.
 * @param from the run that it is of, where it is gone through again
 */
export function takeStep(
  { spending, round, subTasks, journal, blackboard }: SessionParts,
  act: PersonAct,
  from?: string,
): void {
  const step = spending.number();
  const subTask = subTasks.all.find(({ status }) => status === 'running');
  for (const event of personStep(act, { step, round: round(), subTask: subTask?.id, from })) journal.tell(event);
  const entry = { step, agent: 'the user', subTask: subTask?.text ?? '', action: `${act.text} (by hand)` };
  blackboard.note({ list: 'trajectories', ...entry });
}
