import type { RawEvent } from '../../../../backend.ts';
import type { Hwnd } from '../../native/types.ts';

/** The thread that receives element events. */
export interface UiaEventsData {
  readonly thread: 'uiaEvents';
  /** The script that runs as a thread of the engine. */
  readonly entry: string;
}

/** A window to watch; without one, the watch with that id ends. `null` ends the thread. */
export type ToUiaEvents = { readonly id: number; readonly window: WatchedWindow | null } | null;

export interface WatchedWindow {
  readonly handle: Hwnd;
  readonly processId: number;
  /** Reports each event with its details; otherwise a hint. */
  readonly detailed: boolean;
}

export type FromUiaEvents =
  /** It has started, and so has the thread that adds handlers. */
  | { readonly type: 'ready' }
  /** The request was completed, or failed. */
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'changed'; readonly id: number }
  | { readonly type: 'events'; readonly id: number; readonly events: readonly RawEvent[] };

/** The thread that adds and removes handlers. */
export interface UiaHandlersData {
  readonly thread: 'uiaHandlers';
}

/** Handlers of a window by kind of event: addresses owned by another thread. */
export interface HandlerAddresses {
  readonly structure: number;
  readonly property: number;
  readonly focus: number;
  readonly opening: number;
}

/** Handlers to add for a window; without them, those with that id are removed. `null` ends the thread. */
export type ToUiaHandlers =
  | {
      readonly id: number;
      readonly window: Hwnd;
      readonly handlers: HandlerAddresses;
      /** With more kinds of events, and the row of each sender. */
      readonly detailed: boolean;
    }
  | { readonly id: number; readonly handlers?: never }
  | null;

/** The request was completed, or failed; without an id, the thread has started. */
export interface FromUiaHandlers {
  readonly id: number;
}
