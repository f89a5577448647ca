import type { Action, ActionType, KeyChord, Modifier, MouseButton } from '../schemas/action.ts';

export type { Action, ActionType, KeyChord, Modifier, MouseButton };

/** `back` and `forward` are the two at the side. */
/** Stands for a character that was typed and could not be read: in events alone, never in steps. */
export const unknownCharacter = '\uFFFD';

export const mouseButtons = ['left', 'right', 'middle', 'back', 'forward'] as const;

/** In the order in which a chord names them. */
export const modifiers = ['ctrl', 'shift', 'alt', 'meta', 'altgr'] as const;

/** Of a long press, in milliseconds. */
export const maxHoldMs = 20_000;

/** Places that a drag passes. */
export const maxVia = 100;

/** What is done to a window as a whole. */
export type WindowChange = Extract<Action, { readonly type: 'window' | 'placeWindow' }>;
