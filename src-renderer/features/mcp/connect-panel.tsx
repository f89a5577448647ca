import type { ReactNode } from 'react';
import type { ClientView } from '#contract/api';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { List } from '../../ui/list/list.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { Loading } from '../../ui/state/notice.tsx';
import { useConnect, useConnectApi } from './context.ts';
import styles from './connect.module.css';

/** The known clients, and whether they know of us. */
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
