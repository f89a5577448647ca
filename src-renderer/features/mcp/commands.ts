import type { Command } from '../../ui/command.ts';
import type { ConnectStore } from './connect-store.ts';
import type { McpStore } from './store.ts';

export function mcpCommands(store: McpStore): readonly Command[] {
  return [
    {
      id: 'mcp.copyUrl',
      title: 'Copy MCP address',
      icon: 'link',
      when: () => store.getState().status?.state === 'listening',
      run: () => void store.getState().copyUrl(),
    },
  ];
}

export function connectCommands(store: ConnectStore): readonly Command[] {
  return [
    {
      id: 'mcp.saveBundle',
      title: 'Save MCP bundle (.mcpb)…',
      icon: 'package',
      run: () => void store.getState().saveBundle(),
    },
  ];
}
