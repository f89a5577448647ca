import type { ReactNode } from 'react';
import type { Grant } from '#contract/model/permission';
import { Button } from '../../ui/button/button.tsx';
import { useConsent, useConsentApi } from './context.ts';
import styles from './consent.module.css';

/** The answers that are remembered, to be taken back. */
export function GrantList(): ReactNode {
  const grants = useConsent((state) => state.grants);
  return (
    <section className={styles.group} aria-label="Your answers" data-testid="grants">
      <h2 className={styles.heading}>Your answers</h2>
      {grants.length === 0 && (
        <p className={styles.none}>No lasting answers yet. Answers for a session or for always appear here.</p>
      )}
      <ul aria-label="Your answers">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} />
        ))}
      </ul>
    </section>
  );
}

function GrantRow({ grant }: { readonly grant: Grant }): ReactNode {
  const { revoke } = useConsentApi().getState();
  const { id, client, app, tool, denies, lasts, at } = grant;
  const what = `${tool ?? 'every ordinary action'} ${denies === null ? 'allowed' : 'denied'}`;
  const who = app === '' ? client : `${client} in ${app}`;
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <p className={styles.title}>{who}</p>
        <p className={styles.text}>
          {what}, {lasts === 'always' ? 'always' : 'for this session'}, since {new Date(at).toLocaleString()}
        </p>
      </div>
      <Button onClick={() => void revoke(id)} aria-label={`Revoke ${what} of ${who}`}>
        Revoke
      </Button>
    </li>
  );
}
