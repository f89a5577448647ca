import type { ReactNode } from 'react';
import { Notice } from '../../../ui/state/notice.tsx';
import { useRuns } from '../context.ts';

const unclosed = 'This run was not closed: Deskscope ended in the middle of it.';
const untold = 'How this run ended is not told.';

/** Says that a trace is not whole, where it is not. */
export function Damage(): ReactNode {
  const opened = useRuns((state) => state.opened);
  if (!opened || opened.info.live || (opened.complete && opened.damaged === 0)) return null;
  const lines = opened.damaged === 1 ? 'One line of it cannot be read.' : `${opened.damaged} lines cannot be read.`;
  return (
    <Notice icon="warning" tone="warning">
      {opened.complete ? '' : `${opened.info.origin ? untold : unclosed} `}
      {opened.damaged > 0 && lines}
    </Notice>
  );
}
