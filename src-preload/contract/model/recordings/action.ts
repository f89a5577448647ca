import type { Action, ActionType, KeyChord, Modifier, MouseButton } from '../schemas/action.ts';

export type { Action, ActionType, KeyChord, Modifier, MouseButton };

/** `back` and `forward` are the side buttons. */
/** Placeholder for a typed character that could not be read: only in events, never in steps. */
export const unknownCharacter = '\uFFFD';

export const mouseButtons = ['left', 'right', 'middle', 'back', 'forward'] as const;

/** In their order in a chord. */
export const modifiers = ['ctrl', 'shift', 'alt', 'meta', 'altgr'] as const;

/** Duration of a long press, in milliseconds. */
export const maxHoldMs = 20_000;

/** Points a drag passes. */
export const maxVia = 100;

/** Actions on a window as a whole. */
export type WindowChange = Extract<Action, { readonly type: 'window' | 'placeWindow' }>;
