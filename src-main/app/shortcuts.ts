import { globalShortcut } from 'electron';
import type { Log } from '../base/log.ts';

/** Keys that work whichever app is in front; never Ctrl+Alt+letter, which types characters on many layouts. */
export const globalKeys = {
  pick: 'CommandOrControl+Shift+F10',
  record: 'CommandOrControl+Shift+F12',
  halt: 'CommandOrControl+Shift+F9',
} as const;

/** Registers what it can; a key another program holds is told in the log and left alone. */
export function registerShortcuts(actions: Readonly<Record<keyof typeof globalKeys, () => void>>, log: Log): void {
  for (const [name, keys] of Object.entries(globalKeys) as [keyof typeof globalKeys, string][]) {
    if (!globalShortcut.register(keys, actions[name])) log('warn', `${keys} (${name}) is held by another program`);
  }
}
