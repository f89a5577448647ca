export { createConsentStore, type ConsentStore } from './store.ts';
export { consentCommands } from './commands.ts';
export { ConsentProvider } from './context.ts';
export { AuditBar } from './audit-bar.tsx';
export { GrantList, GrantPanel } from './grant-list.tsx';
export { HaltBar, HaltKeyBar } from './halt-bar.tsx';
export { Tokens } from './tokens.tsx';
