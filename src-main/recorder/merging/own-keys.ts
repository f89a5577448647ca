import { globalKeys, recordingKeys } from '#contract/model/recordings/global-keys';
import type { KeyChord } from '#contract/model/recordings/action';

/** True for the keys that steer the recording; the user may have chosen another one to halt. */
export function isOwnKey(key: KeyChord, haltKey: KeyChord = globalKeys.halt): boolean {
  // On macOS the same shortcuts are held with Command.
  const chord = key.replace(/^shift\+meta\+/, 'ctrl+shift+');
  return [...Object.values<KeyChord>({ ...globalKeys, ...recordingKeys }), haltKey].includes(chord);
}
