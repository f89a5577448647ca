import { globalShortcut } from 'electron';
import { globalKeys, type GlobalKey } from '../base/global-keys.ts';
import type { Log } from '../base/log.ts';

/** Registers what it can; a key another program holds is told in the log and left alone. */
export function registerShortcuts(actions: Readonly<Record<GlobalKey, () => void>>, log: Log): void {
  for (const [name, keys] of Object.entries(globalKeys) as [GlobalKey, string][]) {
    const accelerator = keys.replace('ctrl', 'CommandOrControl');
    if (!globalShortcut.register(accelerator, actions[name]))
      log('warn', `${keys} (${name}) is held by another program`);
  }
}
