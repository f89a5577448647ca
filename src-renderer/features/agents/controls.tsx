import type { ReactNode } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { useAgents, useAgentsApi } from './context.ts';
import { canTakeOver, isTakenOver } from './store.ts';
import styles from './agents.module.css';

/** What a person can do about agents: hold them, let them go, take over, and end their task. */
export function Controls({ isWorking }: { readonly isWorking: boolean }): ReactNode {
  const isHolding = useAgents((state) => state.debug.mode !== 'running');
  const mayTake = useAgents(canTakeOver);
  const hasRun = useAgents((state) => state.task !== null);
  const { takeOver, stop, dismiss, showRun } = useAgentsApi().getState();
  return (
    <div className={styles.controls} role="toolbar" aria-label="Steer agents">
      {hasRun && (
        <Button variant="ghost" icon="list-tree" aria-label="Show the run" onClick={showRun} data-testid="show-run" />
      )}
      <Flow />
      {mayTake && (
        <Button icon="person" onClick={() => void takeOver()} data-testid="take-over">
          Take over
        </Button>
      )}
      {isWorking && (
        <Button icon="debug-stop" onClick={() => void stop()} data-testid="task-stop">
          Stop
        </Button>
      )}
      {!isWorking && !isHolding && (
        <Button variant="ghost" icon="close" aria-label="Close" onClick={dismiss} data-testid="task-dismiss" />
      )}
    </div>
  );
}

/** Nothing flows while the person has taken over. */
function Flow(): ReactNode {
  const isTaken = useAgents(isTakenOver);
  const isPaused = useAgents((state) => state.debug.mode === 'paused');
  const { pause, proceed, step } = useAgentsApi().getState();
  if (isTaken) return null;
  if (!isPaused) {
    return (
      <Button icon="debug-pause" onClick={() => void pause()} data-tip-keys="Shift+F8" data-testid="debug-pause">
        Pause
      </Button>
    );
  }
  return (
    <>
      <Button
        icon="debug-continue"
        onClick={() => void proceed()}
        data-tip-keys="Shift+F8"
        data-testid="debug-continue"
      >
        Continue
      </Button>
      <Button icon="debug-step-over" onClick={() => void step()} data-tip-keys="F10" data-testid="debug-step">
        Step
      </Button>
    </>
  );
}
