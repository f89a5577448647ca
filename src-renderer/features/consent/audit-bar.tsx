import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { Icon } from '../../ui/icon/icon.tsx';
import { useConsent } from './context.ts';
import styles from './consent.module.css';

/** Across every view while the audit log cannot be written, and after that as long as lines of it are missing. */
export function AuditBar(): ReactNode {
  const { failure, lost } = useConsent((state) => state.audit);
  if (failure === null && lost === 0) return null;
  const missing = `${lost} ${lost === 1 ? 'line is' : 'lines are'} missing from the audit log.`;
  return (
    <div role="alert" className={styles.halt} data-testid="audit-failing">
      <Icon name="warning" className={styles.haltIcon} />
      <p className={styles.haltText}>
        {failure !== null && (
          <strong>Actions are blocked: the audit log cannot be written ({oneLine(failure)}). </strong>
        )}
        {missing}
      </p>
    </div>
  );
}
