import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { hasBreakpoint } from '../derived.ts';
import styles from './steps.module.css';

/** Where breakpoints are set. For the pointer; the same is done by F9. */
export function Gutter({ step }: { readonly step: string }): ReactNode {
  const set = useRecorder((state) => hasBreakpoint(state, step));
  const next = useRecorder((state) => state.replay.next === step);
  const { toggleBreakpoint } = useRecorderApi().getState();
  return (
    <span
      className={styles.gutter}
      data-testid="gutter"
      data-breakpoint={set}
      data-tip={set ? 'Remove the breakpoint' : 'Pause replays here'}
      data-tip-keys="F9"
      onClick={(event) => {
        event.stopPropagation();
        void toggleBreakpoint(step);
      }}
    >
      <Icon name={next ? 'debug-stackframe' : 'debug-breakpoint'} />
      {set && <span className="visually-hidden">breakpoint</span>}
      {next && <span className="visually-hidden">comes next</span>}
    </span>
  );
}
