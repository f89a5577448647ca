import type { ReactNode } from 'react';
import { CallDetails, CallLog, ServerPanel } from '../../features/mcp/index.ts';
import { Split } from '../../ui/split/split.tsx';
import { Region } from './region.tsx';

/** The server at the left, what was called at the right. */
export function McpView(): ReactNode {
  return (
    <Split
      id="mcp"
      direction="horizontal"
      panels={[
        {
          ...{ id: 'mcp-server', label: 'server', size: 440, min: 300, fixed: true },
          content: <Region name="server">{<ServerPanel />}</Region>,
        },
        { id: 'mcp-calls', label: 'calls', size: '60%', min: 300, content: <Calls /> },
      ]}
    />
  );
}

function Calls(): ReactNode {
  return (
    <Split
      id="mcp-log"
      direction="vertical"
      panels={[
        {
          ...{ id: 'mcp-list', label: 'calls', size: '60%', min: 120 },
          content: <Region name="main">{<CallLog />}</Region>,
        },
        {
          ...{ id: 'mcp-details', label: 'call details', size: '40%', min: 100 },
          content: <Region name="panel">{<CallDetails />}</Region>,
        },
      ]}
    />
  );
}
