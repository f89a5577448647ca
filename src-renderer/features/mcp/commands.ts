import type { Command } from '../../ui/command.ts';
import type { ConnectStore } from './connect-store.ts';
import type { McpStore } from './store.ts';

/** `show` brings the view to the front. */
export function mcpCommands(store: McpStore, connect: ConnectStore, show: () => void): readonly Command[] {
  return [
    {
      id: 'mcp.copyUrl',
      title: 'Copy MCP address',
      icon: 'link',
      when: () => store.getState().status?.state === 'listening',
      run: () => void store.getState().copyUrl(),
    },
    {
      id: 'mcp.connect',
      title: 'Connect an agent',
      icon: 'plug',
      run() {
        store.getState().showTab('connect');
        show();
      },
    },
    {
      id: 'mcp.saveBundle',
      title: 'Save MCP bundle (.mcpb)…',
      icon: 'package',
      run: () => void connect.getState().saveBundle(),
    },
  ];
}
