import type { ReactNode } from 'react';
import type { RankedSelector } from '#contract/model/elements/selector';
import {
  conditionWords,
  trialSentence,
  type ConditionReport,
  type TrialReport,
} from '#contract/model/elements/selector-trial';
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

function Result({ report: { conditions } }: { readonly report: TrialReport }): ReactNode {
  const tested = conditions.filter(({ skipped }) => skipped === null);
  const skipped = conditions.filter((each) => each.skipped !== null);
  return (
    <div role="status" className={styles.survival} data-testid="fresh-starts">
      <p>{`Tested ${tested.map(described).join(', ')}.`}</p>
      {skipped.map((each) => (
        <p key={each.condition} className={styles.none}>
          {`Not tested ${conditionWords[each.condition]}: ${each.skipped ?? ''}`}
        </p>
      ))}
    </div>
  );
}

/** What fresh starts of the app showed about a selector; nothing if it was not tested. */
export function Outcome({ ranked: { selector, reason } }: { readonly ranked: RankedSelector }): ReactNode {
  const tried = useInspector(({ freshStart, selected }) =>
    freshStart?.element === selected
      ? freshStart.report?.selectors.find((each) => each.selector === selector)
      : undefined,
  );
  const text = reason ?? (tried && trialSentence(tried.outcomes));
  return text === undefined ? null : <p className={styles.outcome}>{text}</p>;
}

function described({ condition, detail }: ConditionReport): string {
  return detail === '' ? conditionWords[condition] : `${conditionWords[condition]} (${detail})`;
}
