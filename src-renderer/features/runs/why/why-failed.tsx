import type { ReactNode } from 'react';
import type { Reason } from '#contract/model/runs/run-analysis';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { showPlace } from '../show-place.ts';
import styles from './why.module.css';

/** Likely causes of the run's failure, above its content; each links to its evidence. */
export function WhyFailed(): ReactNode {
  const why = useRuns((state) => state.why);
  if (!why) return null;
  return (
    <section className={styles.why} aria-label="Why it failed" data-testid="why-failed">
      <p className={styles.end}>
        <Icon name="warning" />
        <span>{why.end}</span>
      </p>
      {why.reasons.length === 0 ? (
        <p className={styles.reason}>The trace does not show why.</p>
      ) : (
        <ul>
          {why.reasons.map((reason, index) => (
            <li key={index}>
              <ReasonRow reason={reason} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ReasonRow({ reason: { sentence, place } }: { readonly reason: Reason }): ReactNode {
  const store = useRunsApi();
  if (place === null) return <p className={styles.reason}>{sentence}</p>;
  return (
    <button type="button" className={styles.reason} onClick={() => showPlace(store.getState(), place)}>
      {sentence}
    </button>
  );
}
