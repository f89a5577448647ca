export { createSettingsStore, type SettingsStore } from './store.ts';
export { settingsCommands } from './commands.ts';
export { SettingsProvider } from './context.ts';
export { SettingsPage } from './settings-page.tsx';
export { allTexts, partTexts } from './texts.ts';
export { Warnings } from './checks.tsx';
