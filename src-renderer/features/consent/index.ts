export { createConsentStore, type ConsentStore } from './store.ts';
export { consentCommands } from './commands.ts';
export { ConsentProvider } from './context.ts';
export { AuditBar } from './bars.tsx';
export { GrantList, GrantPanel } from './grants.tsx';
export { HaltBar, HaltKeyBar } from './bars.tsx';
export { Tokens } from './grants.tsx';
