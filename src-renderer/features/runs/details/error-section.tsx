import type { ReactNode } from 'react';
import type { TraceEventOf } from '#contract/model/runs/trace';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import styles from './details.module.css';

type TracedError = NonNullable<TraceEventOf<'after'>['error']>;

/** Why it failed, what to do, whether it reached its target, and what it could have meant. */
export function ErrorSection({ error }: { readonly error: TracedError }): ReactNode {
  const candidates = error.data?.['candidates'];
  return (
    <Section title="Error" note={<code>{error.code}</code>}>
      <p className={styles.error} data-testid="call-error">
        <Icon name="error" /> {error.message}
      </p>
      <p className={styles.hint}>{error.hint}</p>
      {error.delivery && <p className={styles.hint}>Delivery: {error.delivery.replace('_', ' ')}</p>}
      {Array.isArray(candidates) && candidates.length > 0 && (
        <pre className={styles.code} tabIndex={0} aria-label="Candidates">
          {candidates.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')}
        </pre>
      )}
    </Section>
  );
}
