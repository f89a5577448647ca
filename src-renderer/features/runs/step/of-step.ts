import type { AgentEvent, AgentEventOf } from '#contract/model/agents/agent';
import { useRuns } from '../context.ts';
import type { RunsData } from '../state.ts';

const none: readonly never[] = [];

/** The matching events of the selected step, in order. */
export function useEvents<Name extends AgentEvent['event']>(name: Name): readonly AgentEventOf<Name>[] {
  const reported = useRuns((state: RunsData) => state.stepDetails?.events ?? none);
  return reported.flatMap(({ event }) => (event.event === name ? [event as AgentEventOf<Name>] : []));
}
