import { globalShortcut } from 'electron';
import type { Log } from '../../base/log.ts';
import { recordingKeys, type RecordingKey } from '#contract/model/recordings/global-keys';

const accelerators = Object.entries(recordingKeys).map(
  ([name, chord]) => [name as RecordingKey, chord.replace('ctrl', 'CommandOrControl')] as const,
);

/** Has the keys of a recording work whichever app is in front, or leaves them to the apps again. */
export function holdRecordingKeys(actions: Readonly<Record<RecordingKey, () => void>> | null, log: Log): void {
  for (const [name, accelerator] of accelerators) {
    if (actions === null) globalShortcut.unregister(accelerator);
    else if (!globalShortcut.register(accelerator, actions[name]))
      log('warn', `${accelerator} (${name}) is held already`);
  }
}
