import type { ReactNode } from 'react';
import type { McpStatus } from '#contract/api';
import { Dot, type Tone } from '../../ui/badge/badge.tsx';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { PanelHeader, Section } from '../../ui/layout/section/section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { Loading, Notice } from '../../ui/state/notice.tsx';
import { ClientList } from './client-list.tsx';
import { ComputerList, ComputersInUse } from './computer-list.tsx';
import { useMcp, useMcpApi } from './context.ts';
import { Snippets } from './snippet-list.tsx';
import styles from './mcp.module.css';

/** The server as a client needs to know it. */
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

/** Why it does not listen, and what can be done about it here. */
function Failure({ detail }: { readonly detail: string }): ReactNode {
  const { retry, moveToNextPort } = useMcpApi().getState();
  return (
    <Notice icon="warning" tone="warning">
      {/* Every second piece stood in back-ticks. */}
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

/** What no setting and no answer can allow, and who wrote it. */
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
