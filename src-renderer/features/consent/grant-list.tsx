import { useEffect, useState, type ReactNode } from 'react';
import type { Grant } from '#contract/model/permissions/permission';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
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

/** The apps that agents may use for good: listed, allowed and revoked. */
export function GrantPanel({ clients }: { readonly clients: readonly string[] }): ReactNode {
  const { refresh } = useConsentApi().getState();
  useEffect(() => void refresh(), [refresh]);
  return (
    <div className={styles.panel} data-testid="grant-panel">
      <AllowForm clients={clients} />
      <GrantList />
    </div>
  );
}

function AllowForm({ clients }: { readonly clients: readonly string[] }): ReactNode {
  const { allow } = useConsentApi().getState();
  const [client, setClient] = useState(clients[0] ?? '');
  const [app, setApp] = useState('');
  const isComplete = client.trim() !== '' && app.trim() !== '';
  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (isComplete) void allow(client.trim(), app.trim()).then(() => setApp(''));
  };
  return (
    <form className={styles.allow} aria-label="Allow an app" onSubmit={submit}>
      <TextField label="Agent, as it names itself" value={client} onText={setClient} />
      <TextField label="App, such as galculator" value={app} onText={setApp} />
      <Button disabled={!isComplete} onClick={() => submit()}>
        Allow ordinary actions
      </Button>
      <p className={styles.none}>
        Sensitive apps, destructive buttons and program starts are still asked about each time.
      </p>
    </form>
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
