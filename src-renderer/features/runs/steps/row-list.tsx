import type { ReactNode } from 'react';
import { CallList } from '../calls/call-list.tsx';
import { useRuns } from '../context.ts';
import { StepList } from './step-list.tsx';

/** What happened in the chosen run: the steps of our agents, else calls. */
export function RowList(): ReactNode {
  const agents = useRuns((state) => state.steps.some(({ agent }) => agent.kind !== 'Person'));
  return agents ? <StepList /> : <CallList />;
}
