import type { ReactNode } from 'react';
import type { Command } from '../../../ui/command.ts';
import { CallList } from '../calls/call-list.tsx';
import { useRuns } from '../context.ts';
import { StepList } from './step-list.tsx';

/** What happened in the chosen run: the steps of our agents, else calls. */
interface RowListProps {
  /** What can be done with a call. */
  readonly callMenu: readonly Command[];
}

export function RowList({ callMenu }: RowListProps): ReactNode {
  const agents = useRuns((state) => state.steps.some(({ agent }) => agent.kind !== 'Person'));
  return agents ? <StepList /> : <CallList menu={callMenu} />;
}
