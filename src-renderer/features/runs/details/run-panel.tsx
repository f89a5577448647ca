import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { useRuns, useRunsApi } from '../context.ts';
import { PartPanel } from '../step/part-panel.tsx';
import { StepPanel } from '../step/step-panel.tsx';
import { CallPanel } from './call-panel.tsx';
import styles from './details.module.css';

/** All about what is chosen: a call, a step, or a part of an agents' run. */
export function RunPanel({ again }: { readonly again: Command }): ReactNode {
  const called = useRuns((state) => state.selected !== null);
  const part = useRuns((state) => state.part);
  const step = useRuns((state) => state.step);
  if (part !== null) return <PartPanel part={part} />;
  if (called) {
    return (
      <>
        {step !== null && <BackToStep step={step} />}
        <CallPanel again={again} />
      </>
    );
  }
  return step === null ? <CallPanel again={again} /> : <StepPanel />;
}

function BackToStep({ step }: { readonly step: number }): ReactNode {
  const { selectStep } = useRunsApi().getState();
  return (
    <div className={styles.back}>
      <Button variant="ghost" icon="arrow-left" onClick={() => selectStep(step)}>
        Step {step}
      </Button>
    </div>
  );
}
