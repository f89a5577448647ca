import type { ReactNode } from 'react';
import type { McpStatus, ConnectedClient } from '#contract/api';
import { Dot, type Tone, Badge } from '../../ui/badge/badge.tsx';
import { Button, IconButton, CopyButton } from '../../ui/button/button.tsx';
import { PanelHeader, Section } from '../../ui/layout/section/section.tsx';
import { EmptyState, Loading, Notice } from '../../ui/state/state.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ComputerList, ComputersInUse } from './computer-list.tsx';
import { useMcp, useMcpApi } from './context.ts';
import styles from './mcp.module.css';
import { hideToken, snippetsFor } from './connect-panel.tsx';

/** The server's facts for a client. */
export function ServerPanel(): ReactNode {
  const status = useMcp((state) => state.status);
  return (
    <section className={styles.panel} aria-label="MCP server" data-testid="mcp-server">
      <PanelHeader title="MCP server" />
      {status ? <Server status={status} /> : <Loading what="Contacting the server" />}
    </section>
  );
}

const states: Record<McpStatus['state'], { readonly tone: Tone; readonly text: string }> = {
  listening: { tone: 'good', text: 'Listening' },
  off: { tone: 'quiet', text: 'Off' },
  failed: { tone: 'bad', text: 'Failed' },
};

function Server({ status }: { readonly status: McpStatus }): ReactNode {
  const { tone, text } = states[status.state];
  if (status.state === 'off') {
    return (
      <>
        <EmptyState icon="mcp" title="The MCP server is off">
          Turn it on in Settings (Ctrl+6) to let agents see and use this desktop under your control.
        </EmptyState>
        <ComputersInUse inUse={status.inUse} />
      </>
    );
  }
  return (
    <div className={styles.scroll}>
      <div className={styles.state} role="status">
        <Dot tone={tone} /> {text}
        {status.state !== 'failed' && status.detail && <span className={styles.detail}>{status.detail}</span>}
      </div>
      {status.state === 'failed' && <Failure detail={status.detail} />}
      <Ceiling ceiling={status.ceiling ?? []} />
      {status.state === 'listening' && (
        <>
          <Address status={status} />
          <ClientList clients={status.clients} />
          <ComputerList computers={status.computers} />
          <ComputersInUse inUse={status.inUse} />
          <Snippets status={status} />
        </>
      )}
    </div>
  );
}

/** Why it is not listening, and the available fixes. */
function Failure({ detail }: { readonly detail: string }): ReactNode {
  const { retry, moveToNextPort } = useMcpApi().getState();
  return (
    <Notice icon="warning" tone="warning">
      {/* Every second piece was in back-ticks. */}
      {detail.split('`').map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))}{' '}
      <Button icon="refresh" onClick={() => void retry()}>
        Try again
      </Button>{' '}
      <Button icon="arrow-right" onClick={() => void moveToNextPort()}>
        Use another port
      </Button>
    </Notice>
  );
}

/** Limits that no setting and no answer can lift, and their author. */
function Ceiling({ ceiling }: { readonly ceiling: NonNullable<McpStatus['ceiling']> }): ReactNode {
  if (ceiling.length === 0) return null;
  return (
    <Section title="Ceiling">
      {ceiling.map(({ file, problem, writtenBy, changed, forbids }) => (
        <div key={file} data-testid="ceiling">
          <p className={styles.detail}>
            {file}, written by {writtenBy} on {new Date(changed).toLocaleString()}
          </p>
          {problem && <p className={styles.detail}>It cannot be read, so everything is forbidden: {problem}.</p>}
          <ul>
            {forbids.map((line) => (
              <li key={line}>Forbidden {line}</li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

function Address({ status }: { readonly status: McpStatus }): ReactNode {
  const shown = useMcp((state) => state.tokenShown);
  const { copy, showToken } = useMcpApi().getState();
  return (
    <Section title="Address">
      <div className={styles.field}>
        <span className={styles.key}>URL</span>
        <code className={styles.value}>{status.url}</code>
        <CopyButton what="URL" onCopy={() => void copy(status.url)} />
      </div>
      <div className={styles.field}>
        <span className={styles.key}>Token</span>
        <code className={styles.value} data-testid="mcp-token">
          {shown ? status.token : '•'.repeat(24)}
        </code>
        <IconButton
          icon={shown ? 'eye-closed' : 'eye'}
          label={shown ? 'Hide token' : 'Show token'}
          onClick={() => showToken(!shown)}
        />
        <CopyButton what="token" onCopy={() => void copy(status.token)} />
      </div>
    </Section>
  );
}

/** What to paste where. Copies contain the token, the screen does not unless requested. */
function Snippets({ status }: { readonly status: McpStatus }): ReactNode {
  const shown = useMcp((state) => state.tokenShown);
  const { copy } = useMcpApi().getState();
  return (
    <Section title="For other clients">
      {snippetsFor(status).map(({ id, title, place, text }) => (
        <figure key={id} className={styles.snippet} data-testid={`snippet-${id}`}>
          <figcaption className={styles.caption}>
            <strong>{title}</strong>
            <span className={styles.detail}>{place}</span>
            <CopyButton what={`configuration for ${title}`} onCopy={() => void copy(text)} />
          </figcaption>
          <pre className={styles.code} tabIndex={0} aria-label={`Configuration for ${title}`}>
            {shown ? text : hideToken(text, status.token)}
          </pre>
        </figure>
      ))}
    </Section>
  );
}

/** Connected clients, since when, and their activity. */
function ClientList({ clients }: { readonly clients: readonly ConnectedClient[] }): ReactNode {
  const now = useNow(clients.length > 0, 1_000);
  return (
    <Section title="Connected clients" note={clients.length}>
      {clients.length === 0 && <p className={styles.detail}>No clients connected. See “Connect an agent”.</p>}
      <ul aria-label="Connected clients" data-testid="mcp-clients">
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} now={now} />
        ))}
      </ul>
    </Section>
  );
}

const eras: Record<ConnectedClient['era'], string> = {
  '2025': 'MCP 2025-11-25 and earlier, with sessions',
  '2026': 'MCP 2026-07-28 and later, without sessions',
};

function ClientRow({ client, now }: { readonly client: ConnectedClient; readonly now: number }): ReactNode {
  const { name, version, era, since, calls, lastCallAt } = client;
  const { disconnect } = useMcpApi().getState();
  const called = `${calls} ${calls === 1 ? 'call' : 'calls'}`;
  return (
    <li className={styles.client} data-testid="mcp-client">
      <Icon name="plug" />
      <div className={styles.clientText}>
        <span className={styles.clientName}>
          <strong>{name}</strong> {version}
        </span>
        <span className={styles.detail}>
          here for {ago(since, now)} · {called}
          {lastCallAt !== null && `, last ${ago(lastCallAt, now)} ago`}
        </span>
      </div>
      <Badge tip={eras[era]}>{era}</Badge>
      <IconButton
        icon="debug-disconnect"
        label={`Disconnect ${name}: stops its calls; it can reconnect while it has the token`}
        onClick={() => void disconnect(client.id)}
      />
    </li>
  );
}

/** How long ago in one unit: `4 s`, `12 min`, `3 h`. Both in milliseconds since the epoch. */
function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
