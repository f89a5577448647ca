import type { RawInput } from '../../../backend.ts';

/** Topic of the pump: {@link Heard}. */
export const inputTopic = 'input';

/** What the pump reports about each event. */
export interface Heard {
  /** `GetTickCount` of the event. */
  readonly tick: number;
  /** Null where it says nothing to the engine. Its time is that of {@link HookEvent}. */
  readonly input: RawInput | null;
}

/** `grab`: buttons, wheel and keys reach no one else. */
export type HookMode = 'off' | 'listen' | 'grab';

/** What the pump is asked. */
export interface HooksInput {
  readonly mode: HookMode;
  readonly anew?: boolean;
}

/** What was held before the event. */
export interface HeldState {
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly capsLock: boolean;
  readonly numLock: boolean;
}

interface Always {
  /** `process.hrtime` in milliseconds: a clock that all threads share. */
  readonly time: number;
  readonly held: HeldState;
  /** It carries the mark of what we send. */
  readonly byUs: boolean;
}

/** An event as a low-level hook tells it. */
export type HookEvent = Always &
  (
    | {
        readonly device: 'mouse';
        /** `WM_…` of the mouse. */
        readonly message: number;
        readonly x: number;
        readonly y: number;
        readonly data: number;
      }
    | {
        readonly device: 'keyboard';
        readonly down: boolean;
        readonly code: number;
        readonly scanCode: number;
      }
  );
