import type { ReactNode } from 'react';
import {
  conditionWords,
  trialSentence,
  type ConditionReport,
  type TrialReport,
} from '#contract/model/elements/selector-trial';
import { GradeBadge } from '../../../ui/badge/badge.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import styles from './element.module.css';

/** Which selectors of the element find it in fresh starts of its app, on desktops apart from the user's. */
export function FreshStarts(): ReactNode {
  const state = useInspector(({ freshStart, selected }) => (freshStart?.element === selected ? freshStart : null));
  const isBusy = useInspector(({ freshStart }) => freshStart?.running === true);
  const hasSelectors = useInspector(({ selectors, closedAt, goneAt }) => {
    return (selectors ?? []).length > 0 && closedAt === null && goneAt === null;
  });
  const { testInFreshStarts, stopFreshStarts } = useInspectorApi().getState();
  if (state?.running) {
    const { condition, detail } = state.progress ?? { condition: 'restart', detail: '' };
    return (
      <div role="status" className={styles.starting} data-testid="fresh-starts">
        <span>{`Starting the app ${conditionWords[condition]}${detail === '' ? '' : ` (${detail})`}…`}</span>
        <Button icon="stop" onClick={() => void stopFreshStarts()}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <>
      {hasSelectors && (
        <Button
          icon="beaker"
          disabled={isBusy}
          onClick={() => void testInFreshStarts()}
          data-tip="Start the app apart from yours: again, in another size, theme and language, with another document"
        >
          Test in fresh starts
        </Button>
      )}
      {state?.report && <Result report={state.report} />}
    </>
  );
}

function Result({ report: { app, conditions, selectors } }: { readonly report: TrialReport }): ReactNode {
  const tested = conditions.filter(({ skipped }) => skipped === null);
  const skipped = conditions.filter((each) => each.skipped !== null);
  return (
    <div role="status" className={styles.survival} data-testid="fresh-starts">
      <p>{`${app} was started ${tested.map(described).join(', ')}.`}</p>
      {skipped.map((each) => (
        <p key={each.condition} className={styles.none}>
          {`Not tested ${conditionWords[each.condition]}: ${each.skipped ?? ''}`}
        </p>
      ))}
      <ul aria-label="Selectors in fresh starts">
        {selectors.map(({ selector, grade, outcomes }) => (
          <li key={selector} className={styles.tried}>
            <GradeBadge grade={grade} />
            <code className={styles.code} data-tip={selector}>
              {selector}
            </code>
            <span className={styles.outcome}>{trialSentence(outcomes)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function described({ condition, detail }: ConditionReport): string {
  return detail === '' ? conditionWords[condition] : `${conditionWords[condition]} (${detail})`;
}
