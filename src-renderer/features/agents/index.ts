export { agentsCommands } from './commands.ts';
export { AgentsProvider } from './context.ts';
export { AgentsDock } from './dock.tsx';
export { KeyList } from './keys/key-list.tsx';
export { createAgentsStore, isWorking, type AgentsStore } from './store.ts';
