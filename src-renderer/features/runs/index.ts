export { createRunsStore } from './store.ts';
export type { RunsState, RunsStore } from './state.ts';
export { runsCommands } from './commands.ts';
export { RunsProvider } from './context.ts';
export { RunList } from './runs/run-list.tsx';
export { CallList } from './calls/call-list.tsx';
export { PicturePanel } from './picture/picture-panel.tsx';
export { CallPanel } from './details/call-panel.tsx';
