import type { ReactNode } from 'react';
import type { StepResult } from '#contract/api';
import { Icon } from '../../../ui/icon/icon.tsx';
import { lookOf } from './step-icon.ts';
import styles from './steps.module.css';

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
