import type { ReactNode } from 'react';
import { describeStep } from '#contract/model/recordings/recording';
import { GradeBadge } from '../../../ui/badge/grade.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorder } from '../context.ts';
import { hasPictures, resultOf } from '../derived.ts';
import { Gutter } from './gutter.tsx';
import { Outcome } from './outcome.tsx';
import type { StepRow as Row } from './rows.ts';
import { RowPicture } from './step-picture.tsx';
import { actionIcons } from './step-icon.ts';
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
