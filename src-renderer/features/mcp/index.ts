export { createMcpStore, type McpState, type McpStore } from './store.ts';
export { mcpCommands } from './commands.ts';
export { McpProvider } from './context.ts';
export { ServerPanel } from './server-panel.tsx';
export { CallDetails, CallLog } from './call-log.tsx';
