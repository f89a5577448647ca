import { globalShortcut } from 'electron';
import type { Log } from '../../base/log.ts';

/** Makes chords work in any app, or returns them to the apps (null). A chord that another program holds is logged. */
export function holdKeys<K extends string>(
  chords: Readonly<Record<K, string>>,
  actions: Readonly<Record<K, () => void>> | null,
  log: Log,
): void {
  for (const name of Object.keys(chords) as K[]) {
    const accelerator = chords[name].replace('ctrl', 'CommandOrControl');
    if (actions === null) globalShortcut.unregister(accelerator);
    else if (!globalShortcut.register(accelerator, actions[name]))
      log('warn', `${accelerator} (${name}) is held already`);
  }
}
