export { createMcpStore, type McpState, type McpStore } from './store.ts';
export { createConnectStore, type ConnectStore } from './connect-store.ts';
export { connectCommands, mcpCommands } from './commands.ts';
export { ConnectProvider, McpProvider } from './context.ts';
export { AgentTabs } from './agent-tabs.tsx';
export { ServerPanel } from './server-panel.tsx';
export { CallDetails, CallLog } from './call-log.tsx';
export { ConnectPanel } from './connect-panel.tsx';
export { ClientDetails } from './client-details.tsx';
