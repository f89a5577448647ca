export { createMcpStore, type McpState, type McpStore } from './store.ts';
export { mcpCommands } from './commands.ts';
export { McpProvider } from './context.ts';
