import type { RawEvent } from '../../../../backend.ts';
import type { Hwnd } from '../../native/types.ts';

/** The thread that is reported events of elements. */
export interface UiaEventsData {
  readonly thread: 'uiaEvents';
  /** The script that runs as a thread of the engine. */
  readonly entry: string;
}

/** A window to be watched; without one, the watch of that id ends. `null` ends the thread. */
export type ToUiaEvents = { readonly id: number; readonly window: WatchedWindow | null } | null;

export interface WatchedWindow {
  readonly handle: Hwnd;
  readonly processId: number;
  /** Each event is wanted, with what it reports; else a hint that there was one. */
  readonly detailed: boolean;
}

export type FromUiaEvents =
  /** It has started, and so has the thread that adds handlers. */
  | { readonly type: 'ready' }
  /** What was asked is done, or could not be. */
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'changed'; readonly id: number }
  | { readonly type: 'events'; readonly id: number; readonly events: readonly RawEvent[] };

/** The thread that adds and removes handlers. */
export interface UiaHandlersData {
  readonly thread: 'uiaHandlers';
}

/** What a window is watched with, by the kind of event: the addresses of handlers, which are another thread's. */
export interface HandlerAddresses {
  readonly structure: number;
  readonly property: number;
  readonly focus: number;
  readonly opening: number;
}

/** Handlers to be added for a window; without them, those of that id are removed. `null` ends the thread. */
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

/** What was asked is done, or could not be; of no id that the thread has started. */
export interface FromUiaHandlers {
  readonly id: number;
}
