import type { ReactNode } from 'react';
import { describeStep } from '#contract/model/recordings/recording';
import type { StepResult } from '#contract/api';
import { GradeBadge } from '../../../ui/badge/grade.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { hasPictures, resultOf, hasBreakpoint } from '../derived.ts';
import type { StepRow as Row } from './rows.ts';
import { RowPicture } from './step-picture.tsx';
import { actionIcons, lookOf } from './step-icon.ts';
import styles from './steps.module.css';

/** Number, what it does, how well its element is named, and how its replay went. */
export function StepRow({ step, index }: Row): ReactNode {
  const grade = step.target?.selectors[0]?.grade;
  const sentence = describeStep(step);
  const withPicture = useRecorder(hasPictures);
  const result = useRecorder((state) => resultOf(state, step.id));
  return (
    <>
      <Gutter step={step.id} />
      <span className={styles.number}>{index + 1}</span>
      {step.group !== undefined && <span className={styles.indent} />}
      {withPicture && <RowPicture target={step.target} />}
      <Icon name={actionIcons[step.action.type]} className={styles.icon} />
      <span className={styles.sentence} data-tip={sentence.length > 36 ? sentence : undefined}>
        {sentence}
      </span>
      <span className={styles.tail}>
        {!step.enabled && <span className={styles.off}>disabled</span>}
        {result && <Outcome {...result} />}
        {grade && <GradeBadge grade={grade} />}
      </span>
    </>
  );
}

/** How a replay went. */
export function Outcome(result: Omit<StepResult, 'step'>): ReactNode {
  const { status, turn, elapsedMs, message } = result;
  const { icon, word } = lookOf(result);
  const isDone = status === 'passed' || status === 'healed' || status === 'failed';
  return (
    <span className={styles.outcome} data-status={status} data-tip={message || word}>
      {turn !== undefined && `turn ${turn}`}
      {isDone && <span>{Math.round(elapsedMs)} ms</span>}
      <Icon name={icon} spin={status === 'running'} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

/** Where breakpoints are set. For the pointer; the same is done by F9. */
function Gutter({ step }: { readonly step: string }): ReactNode {
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
