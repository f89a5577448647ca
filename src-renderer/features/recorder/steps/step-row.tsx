import type { ReactNode } from 'react';
import { describeStep, type Step } from '#contract/model/recording';
import { GradeBadge } from '../../../ui/badge/grade.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { hasBreakpoint, hasPictures, isRecording, resultOf } from '../derived.ts';
import { Gap } from '../insert/gap.tsx';
import { RowPicture } from './step-picture.tsx';
import { actionIcons, statusLooks } from './step-icon.ts';
import styles from './steps.module.css';

/** Number, what it does, how well its element is named, and how its replay went. */
export function StepRow({ step, index }: { readonly step: Step; readonly index: number }): ReactNode {
  const grade = step.target?.selectors[0]?.grade;
  const sentence = describeStep(step);
  const withPicture = useRecorder(hasPictures);
  const recording = useRecorder(isRecording);
  return (
    <>
      <Gutter step={step.id} />
      <span className={styles.number}>{index + 1}</span>
      {withPicture && <RowPicture target={step.target} />}
      <Icon name={actionIcons[step.action.type]} className={styles.icon} />
      <span className={styles.sentence} data-tip={sentence.length > 36 ? sentence : undefined}>
        {sentence}
      </span>
      <span className={styles.tail}>
        {!step.enabled && <span className={styles.off}>disabled</span>}
        <StepOutcome step={step.id} />
        {grade && <GradeBadge grade={grade} />}
      </span>
      {!recording && index === 0 && <Gap at={0} edge="top" />}
      {!recording && <Gap at={index + 1} edge="bottom" />}
    </>
  );
}

/** For the pointer; the same is done by F9. */
function Gutter({ step }: { readonly step: string }): ReactNode {
  const set = useRecorder((state) => hasBreakpoint(state, step));
  const next = useRecorder((state) => state.replay.next === step);
  const { toggleBreakpoint } = useRecorderApi().getState();
  return (
    <span
      className={styles.gutter}
      data-testid="gutter"
      data-breakpoint={set}
      data-tip={set ? 'Remove the breakpoint' : 'Pause replays before this step'}
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

function StepOutcome({ step }: { readonly step: string }): ReactNode {
  const result = useRecorder((state) => resultOf(state, step));
  if (!result) return null;
  const { icon, word } = statusLooks[result.status];
  const done = result.status === 'passed' || result.status === 'healed' || result.status === 'failed';
  return (
    <span className={styles.outcome} data-status={result.status} data-tip={result.message || word}>
      {done && `${Math.round(result.elapsedMs)} ms`}
      <Icon name={icon} spin={result.status === 'running'} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}
