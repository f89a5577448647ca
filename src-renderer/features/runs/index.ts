export { createRunsStore } from './store.ts';
export type { RunsState, RunsStore } from './state.ts';
export { runsCommands } from './commands.ts';
export { RunsProvider } from './context.ts';
export { RunList } from './runs/run-list.tsx';
export { RowList } from './steps/row-list.tsx';
export { PicturePanel } from './picture/picture-panel.tsx';
export { RunPanel } from './details/run-panel.tsx';
