import { useEffect, useState, type ReactNode } from 'react';
import type { Grant } from '#contract/model/permissions/permission';
import { Button, IconButton, CopyButton } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useConsent, useConsentApi } from './context.ts';
import styles from './consent.module.css';
import type { TokenKind } from './store.ts';

/** Remembered answers, which can be revoked. */
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

/** The apps that agents may use permanently: listed, allowed and revoked. */
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
      <h2 className={styles.heading}>Allow an app</h2>
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

const kinds: readonly { readonly kind: TokenKind; readonly title: string; readonly text: string }[] = [
  { kind: 'full', title: 'Full token', text: 'Opens every tool; actions follow the setting above.' },
  { kind: 'read', title: 'Read-only token', text: 'Read-only: can look, cannot act.' },
];

/** Tokens with which clients of the MCP server authenticate. */
export function Tokens(): ReactNode {
  const listening = useConsent((state) => state.tokens.full !== '');
  if (!listening) return null;
  return (
    <section className={styles.group} aria-label="Tokens" data-testid="tokens">
      <h2 className={styles.heading}>Tokens</h2>
      {kinds.map(({ kind, title, text }) => (
        <TokenRow key={kind} kind={kind} title={title} text={text} />
      ))}
    </section>
  );
}

function TokenRow({ kind, title, text }: (typeof kinds)[number]): ReactNode {
  const token = useConsent((state) => state.tokens[kind]);
  const { copy, renew } = useConsentApi().getState();
  const [shown, setShown] = useState(false);
  const name = title.toLowerCase();
  return (
    <div className={styles.row}>
      <div className={styles.names}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
        <code className={styles.token} data-testid={`token-${kind}`}>
          {shown ? token : '•'.repeat(24)}
        </code>
      </div>
      <IconButton
        icon={shown ? 'eye-closed' : 'eye'}
        label={`${shown ? 'Hide' : 'Show'} ${name}`}
        onClick={() => setShown(!shown)}
      />
      <CopyButton what={name} onCopy={() => void copy(token)} />
      <Button onClick={() => void renew(kind)} aria-label={`Make a new ${name}`}>
        Make a new one
      </Button>
    </div>
  );
}
