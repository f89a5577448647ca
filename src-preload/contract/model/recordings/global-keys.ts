/**
 * Keys that work whichever app is in front, as chords of `action.ts`; never ctrl+alt+letter, which types
 * characters on many layouts. They steer Deskscope and are part of no recording.
 */
export const globalKeys = {
  pick: 'ctrl+shift+F10',
  record: 'ctrl+shift+F12',
  /** Ends a recording and halts everything else. */
  halt: 'ctrl+shift+F9',
} as const;

/** Those that work while a recording is under way, and only then; a halt key of the user's own goes first. */
export const recordingKeys = {
  pause: 'ctrl+shift+F8',
  check: 'ctrl+shift+F11',
  takeBack: 'ctrl+shift+F7',
} as const;

/** Those that work while something of an agent's is held, whichever app is in front. */
export const heldKeys = {
  run: 'ctrl+shift+F6',
  deny: 'ctrl+shift+F5',
} as const;

/** Keys that halt where another program holds the one that was chosen, in this order. */
export const otherHaltKeys = ['ctrl+alt+shift+F9', 'ctrl+shift+End', 'ctrl+alt+End', 'alt+shift+F9'] as const;

/** What arrives of a halt key where a remote viewer lifts Shift before it; null if that is as it is, or no chord. */
export function haltKeyThroughViewer(haltKey: string): string | null {
  const without = haltKey.replace('shift+', '');
  return without === haltKey || !without.includes('+') ? null : without;
}

export type HeldKey = keyof typeof heldKeys;

export type RecordingKey = keyof typeof recordingKeys;

export type GlobalKey = keyof typeof globalKeys;
