/** The protocol's event numbers. */
export const eventCode = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;

/** One pointer or key event, however it reached us. `state` holds the modifiers from before it. */
export interface DeviceEvent {
  readonly code: number;
  /** Keycode or button number. */
  readonly detail: number;
  readonly state: number;
  readonly x: number;
  readonly y: number;
  /** Milliseconds on `performance.now()`'s clock. */
  readonly time: number;
}
