import type { ReactNode } from 'react';
import { GrantPanel } from '../../features/consent/index.ts';
import {
  AgentTabs,
  CallDetails,
  CallLog,
  ClientDetails,
  ConnectPanel,
  ServerPanel,
  useClientNames,
} from '../../features/mcp/index.ts';
import { Split } from '../../ui/layout/split/split.tsx';
import { useCommands } from '../app-context.tsx';
import { Region } from './bench.tsx';
import { thingMenus } from './thing-menus.ts';

/** The server on the left; on the right its calls, or how to connect an agent. */
export function McpView(): ReactNode {
  return (
    <Split
      id="mcp"
      direction="horizontal"
      panels={[
        {
          id: 'mcp-server',
          label: 'server',
          size: 360,
          min: 300,
          fixed: true,
          content: <Region name="server">{<ServerPanel />}</Region>,
        },
        { id: 'mcp-calls', label: 'calls', size: 60, min: 300, content: <Agents /> },
      ]}
    />
  );
}

function Agents(): ReactNode {
  const menu = useCommands(...thingMenus.mcpCall);
  return (
    <AgentTabs
      calls={<Halves id="log" label="calls" list={<CallLog menu={menu} />} details={<CallDetails />} />}
      permissions={<Region name="main">{<Permissions />}</Region>}
      connect={<Halves id="clients" label="clients" list={<ConnectPanel />} details={<ClientDetails />} />}
    />
  );
}

function Permissions(): ReactNode {
  return <GrantPanel clients={useClientNames()} />;
}

interface HalvesProps {
  readonly id: string;
  readonly label: string;
  readonly list: ReactNode;
  readonly details: ReactNode;
}

function Halves({ id, label, list, details }: HalvesProps): ReactNode {
  return (
    <Split
      key={id}
      id={`mcp-${id}`}
      direction="vertical"
      panels={[
        { id: `mcp-${id}-list`, label, size: 60, min: 120, content: <Region name="main">{list}</Region> },
        {
          id: `mcp-${id}-details`,
          label: 'details',
          size: 40,
          min: 100,
          content: <Region name="panel">{details}</Region>,
        },
      ]}
    />
  );
}
