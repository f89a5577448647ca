import type { KeyChord } from '#contract/model/action';

/** Ends a recording and halts everything else, whichever app is in front. */
export const haltKey: KeyChord = 'ctrl+shift+F9';

/** Deskscope's own global keys: pick, record, halt. They steer the recording and are no part of it. */
const ownKeys = new Set<KeyChord>([haltKey, 'ctrl+shift+F10', 'ctrl+shift+F12']);

export function isOwnKey(key: KeyChord): boolean {
  // On macOS the same shortcuts are held with Command.
  return ownKeys.has(key.replace(/^shift\+meta\+/, 'ctrl+shift+'));
}
