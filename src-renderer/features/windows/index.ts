export { createWindowsStore, type WindowsState, type WindowsStore } from './store.ts';
export { windowCommands } from './commands.ts';
export { findWindow, selectedWindow } from './store.ts';
export { WindowsProvider } from './context.ts';
export { WindowList } from './window-list.tsx';
