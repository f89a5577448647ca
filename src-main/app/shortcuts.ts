import { globalShortcut } from 'electron';
import { globalKeys, type GlobalKey } from '#contract/model/global-keys';
import type { Log } from '../base/log.ts';

/**
 * Registers what it can, instead of what was registered before; a key another program holds is told in the log and left
 * alone. The user may choose another key for the halt.
 */
export function registerShortcuts(
  actions: Readonly<Record<GlobalKey, () => void>>,
  { haltKey, log }: { readonly haltKey: string; readonly log: Log },
): void {
  globalShortcut.unregisterAll();
  for (const [name, keys] of Object.entries({ ...globalKeys, halt: haltKey }) as [GlobalKey, string][]) {
    const accelerator = keys.replace('ctrl', 'CommandOrControl').replace('meta', 'Super');
    if (!globalShortcut.register(accelerator, actions[name]))
      log('warn', `${keys} (${name}) is held by another program`);
  }
}
