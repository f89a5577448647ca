import type { ReactNode } from 'react';
import type { ClientView, McpStatus } from '#contract/api';
import { Button, IconButton, CopyButton } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { List } from '../../ui/list/list.tsx';
import { PanelHeader, Section } from '../../ui/layout/section/section.tsx';
import { Loading, Notice, EmptyState } from '../../ui/state/state.tsx';
import { Toolbar } from '../../ui/layout/toolbar/toolbar.tsx';
import { useConnect, useConnectApi, useMcp } from './context.ts';
import styles from './connect.module.css';
import type { ClientAct, Outcome } from './connect-store.ts';

/** The known clients, and whether they are connected to Deskscope. */
export function ConnectPanel(): ReactNode {
  const clients = useConnect((state) => state.clients);
  const selected = useConnect((state) => state.selected);
  const { load, saveBundle, select } = useConnectApi().getState();
  return (
    <section className={styles.panel} aria-label="Connect an agent" data-testid="mcp-connect">
      <PanelHeader title="Clients on this machine">
        <Button variant="ghost" icon="package" onClick={() => void saveBundle()}>
          Save .mcpb…
        </Button>
        <IconButton icon="refresh" label="Check the files again" onClick={() => void load()} />
      </PanelHeader>
      {clients === null ? (
        <Loading what="Looking for clients" />
      ) : (
        <List
          label="Clients"
          testId="client-list"
          items={clients}
          idOf={({ id }) => id}
          textOf={({ title }) => title}
          selected={selected}
          render={(client) => <Row client={client} />}
          rowClass={() => styles.row}
          onSelect={select}
        />
      )}
    </section>
  );
}

function Row({ client }: { readonly client: ClientView }): ReactNode {
  const { icon, text, look } = stateOf(client);
  return (
    <>
      <span className={styles.title}>{client.title}</span>
      <span className={styles.state} data-look={look}>
        <Icon name={icon} /> {text}
      </span>
      <code className={styles.file}>{client.file}</code>
    </>
  );
}

const states: Record<ClientView['state'], { readonly icon: string; readonly text: string; readonly look: string }> = {
  configured: { icon: 'pass', text: 'configured', look: 'good' },
  outdated: { icon: 'warning', text: 'outdated', look: 'warn' },
  unreadable: { icon: 'error', text: 'file is broken', look: 'bad' },
  absent: { icon: 'circle-outline', text: 'not configured', look: 'open' },
};

export function stateOf({ state, installed }: Pick<ClientView, 'state' | 'installed'>) {
  if (state === 'absent' && !installed) return { icon: 'dash', text: 'not found here', look: 'quiet' };
  return states[state];
}

/** Text for the selected client's file, and the buttons that write it. */
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
        {listening && client.snippet !== '' && <ClientSnippet client={client} />}
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

function ClientSnippet({ client }: { readonly client: ClientView }): ReactNode {
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

interface Snippet {
  readonly id: string;
  readonly title: string;
  /** Path of the file. */
  readonly place: string;
  readonly text: string;
}

/** Configuration for other clients, ready to paste. */
export function snippetsFor({ url, token }: Pick<McpStatus, 'url' | 'token'>): readonly Snippet[] {
  const headers = { Authorization: `Bearer ${token}` };
  return [
    {
      id: 'json',
      title: 'Any other client',
      place: 'In its mcpServers file',
      text: json({ mcpServers: { deskscope: { type: 'http', url, headers } } }),
    },
    {
      id: 'stdio',
      title: 'Over stdio',
      place: 'The client starts Deskscope',
      text: json({ mcpServers: { deskscope: { command: 'deskscope', args: ['mcp', '--stdio'] } } }),
    },
  ];
}

/** Format of all our tokens, including those of single clients: 32 bytes in base64url. */
const anyToken = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** The same text with every token hidden, for display. */
export function hideToken(text: string, token: string): string {
  const hidden = '•'.repeat(8);
  return (token === '' ? text : text.replaceAll(token, hidden)).replaceAll(anyToken, hidden);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
