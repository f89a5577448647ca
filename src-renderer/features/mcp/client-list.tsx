import type { ReactNode } from 'react';
import type { ConnectedClient } from '#contract/api';
import { Badge } from '../../ui/badge/badge.tsx';
import { IconButton } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { Section } from '../../ui/layout/section/section.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ago } from './ago.ts';
import { useMcpApi } from './context.ts';
import styles from './mcp.module.css';

/** Who is there, since when, and what they did. */
export function ClientList({ clients }: { readonly clients: readonly ConnectedClient[] }): ReactNode {
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
