import { globalKeys } from '../base/global-keys.ts';
import type { KeyChord } from '#contract/model/action';

const ownKeys = new Set<KeyChord>(Object.values(globalKeys));

/** True for the keys that steer the recording. */
export function isOwnKey(key: KeyChord): boolean {
  // On macOS the same shortcuts are held with Command.
  return ownKeys.has(key.replace(/^shift\+meta\+/, 'ctrl+shift+'));
}
