import { count } from '#contract/count';
import type { ReactNode } from 'react';
import type { Check } from '#contract/model/engine';
import { Button, CopyButton } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { ErrorState, Loading } from '../../ui/state/state.tsx';
import { useSettings, useSettingsApi } from './context.ts';
import styles from './settings.module.css';

/** The doctor's report about this machine. */
export function Checks(): ReactNode {
  const checks = useSettings((state) => state.checks);
  const error = useSettings((state) => state.checksError);
  const checking = useSettings((state) => state.checking);
  const { diagnose } = useSettingsApi().getState();
  return (
    <section className={styles.group} aria-label="This machine" data-testid="checks">
      <h2 className={styles.heading}>
        This machine
        <Button icon="refresh" busy={checking} disabled={checking} onClick={() => void diagnose()}>
          Check again
        </Button>
      </h2>
      {error !== null && <ErrorState error={error} />}
      {error === null && checks === null && <Loading what="Checking" />}
      <ul aria-label="Checks">
        {checks?.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
    </section>
  );
}

/** Problems of this machine, with their fixes; one line if none. */
export function Warnings({ onAll }: { readonly onAll: () => void }): ReactNode {
  const checks = useSettings((state) => state.checks);
  const error = useSettings((state) => state.checksError);
  const checking = useSettings((state) => state.checking);
  const { diagnose } = useSettingsApi().getState();
  const problems = checks?.filter(({ status }) => status !== 'ok') ?? [];
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void diagnose()} />}
      {error === null && checks === null && <Loading what="Checking" />}
      {checks !== null && problems.length === 0 && (
        <p className={styles.text}>
          <Icon name="pass" className={styles.passed} /> {count(checks.length, 'check')} passed.
        </p>
      )}
      <ul aria-label="Warnings">
        {problems.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
      <div className={styles.row}>
        <Button icon="refresh" busy={checking} disabled={checking} onClick={() => void diagnose()}>
          Check again
        </Button>
        <Button variant="ghost" onClick={onAll}>
          All checks
        </Button>
      </div>
    </>
  );
}

const looks: Record<Check['status'], string> = { ok: 'pass', warning: 'warning', failed: 'error' };

function CheckRow({ check }: { readonly check: Check }): ReactNode {
  const { copy } = useSettingsApi().getState();
  return (
    <li className={styles.check} data-status={check.status}>
      <Icon name={looks[check.status]} className={styles.icon} />
      <div className={styles.checkText}>
        <p className={styles.title}>
          {check.name} <span className="visually-hidden">{check.status}</span>
        </p>
        <p className={styles.text}>{check.detail}</p>
        {check.fix && (
          <p className={styles.fix}>
            <code>{check.fix}</code>
            <CopyButton what="fix" onCopy={() => void copy(check.fix)} />
          </p>
        )}
      </div>
    </li>
  );
}
