/**
 * Global keys, as chords of `action.ts`; never ctrl+alt+letter, which types
 * characters on many layouts. They control Deskscope and are not recorded.
 */
export const globalKeys = {
  pick: 'ctrl+shift+F10',
  record: 'ctrl+shift+F12',
  /** Ends a recording and halts everything else. */
  halt: 'ctrl+shift+F9',
} as const;

/** Keys during a recording only; the user's own halt key takes precedence. */
export const recordingKeys = {
  pause: 'ctrl+shift+F8',
  check: 'ctrl+shift+F11',
  takeBack: 'ctrl+shift+F7',
} as const;

/** Global keys while something of an agent's is held. */
export const heldKeys = {
  run: 'ctrl+shift+F6',
  deny: 'ctrl+shift+F5',
} as const;

/** Fallback halt keys if another program has grabbed the chosen one, in this order. */
export const otherHaltKeys = ['ctrl+alt+shift+F9', 'ctrl+shift+End', 'ctrl+alt+End', 'alt+shift+F9'] as const;

/** The halt key as received when a remote viewer releases Shift first; null if unchanged, or not a chord. */
export function haltKeyThroughViewer(haltKey: string): string | null {
  const without = haltKey.replace('shift+', '');
  return without === haltKey || !without.includes('+') ? null : without;
}

export type HeldKey = keyof typeof heldKeys;

export type RecordingKey = keyof typeof recordingKeys;

export type GlobalKey = keyof typeof globalKeys;
