export { createInspectorStore, type InspectorStore } from './store/store.ts';
export { elementCount } from './store/entries.ts';
export type { InspectorState } from './store/state.ts';
export { inspectorCommands } from './commands.ts';
export { InspectorProvider } from './context.ts';
export { ElementTree } from './tree/element-tree.tsx';
export { ElementPanel } from './element/element-panel.tsx';
export { InspectorCentre } from './inspector-centre.tsx';
export { comeBack } from './store/closed-slice.ts';
