import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { Button } from '../../../ui/button/button.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { Loading, Notice } from '../../../ui/state/notice.tsx';
import { Tabs, type Tab } from '../../../ui/layout/tabs/tabs.tsx';
import { canDoAgain } from '../again/again-actions.ts';
import { useRuns, useRunsApi } from '../context.ts';
import { chosenStep, type StepTab } from '../state.ts';
import { ActionTab } from './action-tab.tsx';
import { AnswerTab } from './answer-tab.tsx';
import { useEvents } from './of-step.ts';
import { PromptTab } from './prompt-tab.tsx';
import { SawTab } from './saw-tab.tsx';
import { TimingTab } from './timing-tab.tsx';
import styles from './step.module.css';

const tabs: readonly Tab<StepTab>[] = [
  { id: 'saw', title: 'Saw' },
  { id: 'prompt', title: 'Prompt' },
  { id: 'answer', title: 'Answer' },
  { id: 'action', title: 'Action' },
  { id: 'timing', title: 'Timing' },
];

/** No model saw, was asked or answered anything. */
const ofPerson = tabs.filter(({ id }) => id === 'action');

const panels: Readonly<Record<StepTab, () => ReactNode>> = {
  saw: SawTab,
  prompt: PromptTab,
  answer: AnswerTab,
  action: ActionTab,
  timing: TimingTab,
};

/** Everything the trace says about the chosen step: what the agent saw, was asked, answered and did. */
export function StepPanel(): ReactNode {
  const chosen = useRuns((state) => state.step);
  const read = useRuns((state) => state.stepDetails?.summary.step ?? null);
  const error = useRuns((state) => state.stepError);
  const byHand = useRuns((state) => chosenStep(state)?.agent.kind === 'Person');
  const wanted = useRuns((state) => state.stepTab);
  const { showStepTab } = useRunsApi().getState();
  if (error !== null) return <ErrorState error={error} />;
  if (read === null) return <Loading what="Reading the step" />;
  const tab = byHand ? 'action' : wanted;
  const Shown = panels[tab];
  return (
    <section className={styles.panel} aria-label="Step" data-testid="step-panel" aria-busy={read !== chosen}>
      <Heading />
      <div className={styles.tabs}>
        <Tabs label="Step" tabs={byHand ? ofPerson : tabs} active={tab} onChange={showStepTab}>
          <div className={styles.scroll} tabIndex={0} role="group" aria-label="About the step">
            <Shown />
          </div>
        </Tabs>
      </div>
    </section>
  );
}

function Heading(): ReactNode {
  const step = useRuns(chosenStep);
  const again = useRuns(canDoAgain);
  const from = useEvents('step')[0]?.from;
  const { askAgain } = useRunsApi().getState();
  if (!step) return null;
  const { agent, state, problem } = step;
  const [kind, program, ...title] = agent.name.split('/');
  return (
    <header className={styles.heading}>
      {again && (
        <Button icon="debug-rerun" className={styles.again} onClick={() => void askAgain()} data-testid="step-again">
          Rerun from here…
        </Button>
      )}
      <h2 className={styles.title}>
        Step {step.step} {state !== null && <span className={styles.state}>{state}</span>}
      </h2>
      <p className={styles.about}>
        {agent.kind === 'Person' ? 'Done by hand' : kind}
        {program !== undefined && ` in ${oneLine(title.join('/') || program)}`}
      </p>
      {from !== undefined && (
        <Notice icon="history">Of the run {oneLine(from)}: remembered, and not done again.</Notice>
      )}
      {problem && (
        <Notice icon="error" tone="warning">
          {problem}
        </Notice>
      )}
    </header>
  );
}
