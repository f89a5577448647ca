import type { ReactNode } from 'react';
import { describeGroupRules } from '#contract/model/recordings/step-group';
import type { ReplayState, StepResult, StepStatus } from '#contract/api';
import type { Step } from '#contract/model/recordings/recording';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { stepCount } from '../derived.ts';
import type { GroupRow as Row } from './rows.ts';
import { lookOf } from './step-icon.ts';
import styles from './steps.module.css';

/** Its name, when and how often it is done, and while it is folded how its steps went. */
export function GroupRow({ group, steps, isFolded }: Row): ReactNode {
  const result = useRecorder((state) => (isFolded ? groupResult(state.replay, steps) : null));
  const { fold } = useRecorderApi().getState();
  const rules = describeGroupRules(group);
  return (
    <>
      {/* For the pointer; the arrow keys do the same. */}
      <span
        className={styles.fold}
        data-testid="fold"
        data-tip={isFolded ? 'Unfold' : 'Fold'}
        data-tip-keys={isFolded ? 'ArrowRight' : 'ArrowLeft'}
        onClick={(event) => {
          event.stopPropagation();
          fold(group.id, !isFolded);
        }}
      >
        <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
        <span className="visually-hidden">{isFolded ? 'folded group' : 'group'}</span>
      </span>
      <span className={classNames(styles.sentence, styles.group)}>{group.name}</span>
      <span className={classNames(styles.sentence, styles.rules)} data-tip={rules.length > 24 ? rules : undefined}>
        {rules}
      </span>
      <span className={styles.tail}>
        {result && (
          <span className={styles.outcome} data-status={result.status}>
            <Icon name={lookOf(result).icon} spin={result.status === 'running'} />
            <span className="visually-hidden">{lookOf(result).word}</span>
          </span>
        )}
        <span className={styles.off}>{stepCount(steps)}</span>
      </span>
    </>
  );
}

/** What is worth most attention comes first. */
const byWeight: readonly StepStatus[] = ['failed', 'running', 'healed', 'pending', 'passed', 'skipped'];

/** The result that says how the steps of a group went; null where they were not replayed. Unproven comes before proven. */
export function groupResult({ results, earlier = [] }: ReplayState, steps: readonly Step[]): StepResult | null {
  const all = [...results, ...earlier].filter(({ step }) => steps.some(({ id }) => id === step));
  const status = byWeight.find((one) => all.some((result) => result.status === one));
  const ofStatus = all.filter((result) => result.status === status);
  return ofStatus.find(({ unproven }) => unproven) ?? ofStatus[0] ?? null;
}
