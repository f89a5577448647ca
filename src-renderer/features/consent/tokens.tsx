import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { useConsent, useConsentApi } from './context.ts';
import type { TokenKind } from './store.ts';
import styles from './consent.module.css';

const kinds: readonly { readonly kind: TokenKind; readonly title: string; readonly text: string }[] = [
  { kind: 'full', title: 'Full token', text: 'Opens every tool; actions follow the setting above.' },
  { kind: 'read', title: 'Read-only token', text: 'Read-only: can look, cannot act.' },
];

/** What clients of the MCP server show to be let in. */
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
