import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { Button } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { useConsent, useConsentApi } from './context.ts';
import styles from './consent.module.css';

/** Across every view while the chosen halt key does not work on its own. */
export function HaltKeyBar(): ReactNode {
  const key = useConsent((state) => state.halt.key);
  if (!key) return null;
  const { why, instead } = key;
  return (
    <div role="status" className={styles.haltKey} data-testid="halt-key">
      <Icon name="warning" className={styles.haltIcon} />
      <p className={styles.haltText}>
        {why}{' '}
        {instead === null ? (
          <>No other key is available. Stop agents with Halt in this window.</>
        ) : (
          <>
            Press <strong>{instead}</strong> to halt.
          </>
        )}{' '}
        Choose a permanent one in Settings.
      </p>
    </div>
  );
}

/** Across every view while everything is halted. */
export function HaltBar(): ReactNode {
  const halted = useConsent((state) => state.halt.halted);
  const { resume } = useConsentApi().getState();
  if (!halted) return null;
  return (
    <div role="alert" className={styles.halt} data-testid="halted">
      <Icon name="debug-stop" className={styles.haltIcon} />
      <p className={styles.haltText}>
        <strong>Halted.</strong> Agents may look, but not act, until you resume.
      </p>
      <Button icon="debug-continue" onClick={() => void resume()}>
        Resume
      </Button>
    </div>
  );
}

/** Across every view while the audit log cannot be written, and afterwards as long as lines are missing. */
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
