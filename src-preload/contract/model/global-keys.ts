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

export type GlobalKey = keyof typeof globalKeys;
