import type { ReactNode } from 'react';
import { Notice } from '../../../ui/state/notice.tsx';
import { useRuns } from '../context.ts';

const unclosed = 'This run is incomplete: Deskscope ended during it.';
const untold = 'The outcome of this run is unknown.';

/** Says that a trace is not whole, where it is not. */
export function Damage(): ReactNode {
  const opened = useRuns((state) => state.opened);
  if (!opened || opened.info.live || (opened.complete && opened.damaged === 0)) return null;
  const lines = opened.damaged === 1 ? 'One line is unreadable.' : `${opened.damaged} lines are unreadable.`;
  return (
    <Notice icon="warning" tone="warning">
      {opened.complete ? '' : `${opened.info.origin ? untold : unclosed} `}
      {opened.damaged > 0 && lines}
    </Notice>
  );
}
