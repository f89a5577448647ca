/** The thread that is told of events of elements. */
export interface UiaEventsData {
  readonly thread: 'uiaEvents';
}

/** A window to be watched, by its handle; without one, the watch of that id ends. `null` ends the thread. */
export type ToUiaEvents = { readonly id: number; readonly window: number | null } | null;

export type FromUiaEvents =
  /** What was asked is done, or could not be. */
  { readonly type: 'done'; readonly id: number } | { readonly type: 'changed'; readonly id: number };
