import type { ReactNode } from 'react';
import type { ClientView } from '#contract/api';
import { Button } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { PanelHeader, Section } from '../../ui/layout/section/section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { Toolbar } from '../../ui/layout/toolbar/toolbar.tsx';
import type { ClientAct, Outcome } from './connect-store.ts';
import { useConnect, useConnectApi, useMcp } from './context.ts';
import { hideToken } from './snippets.ts';
import styles from './connect.module.css';

/** What goes into the chosen client's file, and the buttons that put it there. */
export function ClientDetails(): ReactNode {
  const client = useConnect(({ clients, selected }) => clients?.find(({ id }) => id === selected));
  const listening = useMcp(({ status }) => status?.state === 'listening');
  if (!client) {
    return (
      <EmptyState icon="plug" title="No client selected">
        Select a client to see its configuration.
      </EmptyState>
    );
  }
  return (
    <section className={styles.details} aria-label={client.title} data-testid="client-details">
      <PanelHeader title={client.title} note={client.file} />
      <div className={styles.body}>
        {client.problem && (
          <Notice icon="error" tone="warning">
            {client.problem}
          </Notice>
        )}
        {!listening && (
          <Notice icon="info">The MCP server is off. Turn it on in Settings to write a configuration.</Notice>
        )}
        <Acts client={client} listening={listening} />
        <OutcomeText client={client} />
        {listening && client.snippet !== '' && <Snippet client={client} />}
      </div>
    </section>
  );
}

function Acts({ client, listening }: { readonly client: ClientView; readonly listening: boolean }): ReactNode {
  const busy = useConnect((state) => state.busy);
  const { act } = useConnectApi().getState();
  const { state, link } = client;
  const known = state === 'configured' || state === 'outdated';
  const button = (which: ClientAct, text: string, icon: string, enabled: boolean, primary = false) => (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      icon={icon}
      busy={busy === which}
      disabled={!enabled || busy !== null}
      onClick={() => void act(which)}
    >
      {text}
    </Button>
  );
  return (
    <Toolbar label={`${client.title}: actions`}>
      {button('write', known ? 'Write again' : 'Write', 'save', listening && state !== 'unreadable', !known)}
      {button('check', 'Check', 'pass', known, known)}
      {button('remove', 'Remove', 'trash', known || client.token)}
      {link && button('link', 'Install by link', 'link-external', listening)}
    </Toolbar>
  );
}

function OutcomeText({ client }: { readonly client: ClientView }): ReactNode {
  const outcome = useConnect((state) => state.outcome);
  const shown: Outcome | null = outcome?.client === client.id ? outcome : null;
  return (
    <div role="status" className={styles.outcome} data-good={shown?.good} data-testid="client-outcome">
      {shown && <Icon name={shown.good ? 'pass' : 'error'} />}
      <div>
        {shown?.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {shown?.good && client.state === 'configured' && <p>{client.next}</p>}
      </div>
    </div>
  );
}

function Snippet({ client }: { readonly client: ClientView }): ReactNode {
  const shown = useMcp((state) => state.tokenShown);
  const token = useMcp((state) => state.status?.token ?? '');
  const { copySnippet } = useConnectApi().getState();
  return (
    <Section
      title="Configuration entry"
      note={<CopyButton what={`configuration for ${client.title}`} onCopy={() => void copySnippet()} />}
    >
      <pre className={styles.code} tabIndex={0} aria-label={`Configuration for ${client.title}`}>
        {shown ? client.snippet : hideToken(client.snippet, token)}
      </pre>
    </Section>
  );
}
