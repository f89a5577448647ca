import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { controlsInWords, countedInWords } from '#contract/model/agents/agent-step';
import { Button } from '../../../ui/button/button.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/state/state.tsx';
import { Tabs, type Tab } from '../../../ui/layout/tabs/tabs.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { canDoAgain } from '../again/again-actions.ts';
import { useRuns, useRunsApi } from '../context.ts';
import { chosenStep, type StepTab } from '../state.ts';
import { Facts } from '../details/facts.tsx';
import { formatDuration } from '../figures.ts';
import { ActionTab, AnswerTab, BlobText } from './step-tabs.tsx';
import { useEvents } from './of-step.ts';
import styles from './step.module.css';

/** UFO's names of the phases, in words. */
const phases: Readonly<Record<string, string>> = {
  DATA_COLLECTION: 'Looking',
  LLM_INTERACTION: 'The model',
  ACTION_EXECUTION: 'Acting',
  MEMORY_UPDATE: 'Remembering',
};

const tabs: readonly Tab<StepTab>[] = [
  { id: 'saw', title: 'Saw' },
  { id: 'prompt', title: 'Prompt' },
  { id: 'answer', title: 'Answer' },
  { id: 'action', title: 'Action' },
  { id: 'timing', title: 'Timing' },
];

/** No model was involved. */
const ofPerson = tabs.filter(({ id }) => id === 'action');

const panels: Readonly<Record<StepTab, () => ReactNode>> = {
  saw: SawTab,
  prompt: PromptTab,
  answer: AnswerTab,
  action: ActionTab,
  timing: TimingTab,
};

/** All trace data of the selected step: what the agent saw, was asked, answered and did. */
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

/** The exact prompts to the model. */
function PromptTab(): ReactNode {
  const asked = useEvents('asked');
  if (asked.length === 0) return <p className={styles.empty}>The step ended before the model was called.</p>;
  return asked.map(({ attempt, model, prompt }) => (
    <BlobText key={attempt} title={asked.length === 1 ? 'Prompt' : `Prompt ${attempt}`} blob={prompt} note={model} />
  ));
}

/** The model's input: pictures and controls, and their tokens: our estimate, and the provider's count. */
function SawTab(): ReactNode {
  const saw = useEvents('saw').at(-1);
  const counted = countedInWords(useEvents('answered'));
  const { showShot } = useRunsApi().getState();
  if (!saw) return <p className={styles.empty}>The step ended before the model received anything.</p>;
  const { pictures, controls, controlCount, controlTokens, textTokens } = saw;
  const tokens = pictures.map((picture) => [picture.label, `about ${picture.tokens} tokens`] as const);
  return (
    <>
      <Section title="Shown">
        <Facts
          facts={[
            ...tokens,
            ...(controlTokens === undefined ? [] : [['Its controls', `about ${controlTokens} tokens`] as const]),
            ['All texts', `about ${textTokens} tokens`],
            ['Counted by the provider', counted || 'nothing'],
            ['Controls', controls ? controlsInWords(saw) : 'none: the desktop'],
          ]}
        />
        {pictures.length > 0 && (
          <Button icon="device-camera" className={styles.button} onClick={() => showShot('saw')}>
            Show the picture
          </Button>
        )}
      </Section>
      {controls !== undefined && <BlobText title="Controls" blob={controls} note={controlCount} />}
    </>
  );
}

/** Durations within the step. */
function TimingTab(): ReactNode {
  const step = useRuns(chosenStep);
  const stepped = useEvents('stepped').at(-1);
  const answered = useEvents('answered');
  if (!step) return null;
  const took = Object.entries(stepped?.elapsedMs ?? {});
  const longest = Math.max(1, ...took.map(([, ms]) => ms));
  return (
    <>
      <Section title="Phases" note={stepped ? formatDuration(step.elapsedMs) : 'not ended'}>
        <ul className={styles.phases} aria-label="Phases">
          {took.map(([name, ms]) => (
            <li key={name} className={styles.phase}>
              <span className={styles.phaseName}>{phases[name] ?? name}</span>
              <span className={styles.bar} aria-hidden="true">
                <span className={styles.filled} style={{ width: `${(100 * ms) / longest}%` }} />
              </span>
              <span className={styles.phaseTime}>{formatDuration(ms)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Clock">
        <Facts
          facts={[
            ['Started', new Date(step.at).toLocaleTimeString('en-GB')],
            ...answered.map(({ attempt, elapsedMs }) => [`Answer ${attempt}`, formatDuration(elapsedMs)] as const),
          ]}
        />
      </Section>
    </>
  );
}
