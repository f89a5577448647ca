import type { Command } from '../../ui/command.ts';
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
