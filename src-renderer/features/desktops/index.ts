export { createDesktopsStore, type DesktopsStore } from './store.ts';
export { desktopsCommands } from './commands.ts';
export { DesktopsProvider } from './context.ts';
export { DesktopsPage } from './desktops-page.tsx';
