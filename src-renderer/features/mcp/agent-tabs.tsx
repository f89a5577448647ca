import type { ReactNode } from 'react';
import { Tabs, type Tab } from '../../ui/layout/tabs/tabs.tsx';
import { useMcp, useMcpApi } from './context.ts';
import type { McpTab } from './store.ts';

const tabs: readonly Tab<McpTab>[] = [
  { id: 'calls', title: 'Calls', icon: 'list-tree' },
  { id: 'permissions', title: 'Permissions', icon: 'shield' },
  { id: 'connect', title: 'Connect an agent', icon: 'plug' },
];

/** What agents do, what they may, or how one is connected. */
export function AgentTabs(parts: Readonly<Record<McpTab, ReactNode>>): ReactNode {
  const tab = useMcp((state) => state.tab);
  const { showTab } = useMcpApi().getState();
  return (
    <Tabs label="Agents" tabs={tabs} active={tab} onChange={showTab}>
      {parts[tab]}
    </Tabs>
  );
}
