import type { RawInput } from '../../../backend.ts';

/** Topic of the pump: {@link Received}. */
export const inputTopic = 'input';

/** The pump's report of an event. */
export interface Received {
  /** `GetTickCount` of the event. */
  readonly tick: number;
  /** Null if it is irrelevant to the engine. Its time is that of {@link HookEvent}. */
  readonly input: RawInput | null;
}

/** `grab`: buttons, wheel and keys are withheld from programs. */
export type HookMode = 'off' | 'listen' | 'grab';

/** Requests to the pump. */
export interface HooksInput {
  readonly mode: HookMode;
  readonly reinstall?: boolean;
}

/** Modifiers held before the event. */
export interface HeldState {
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly capsLock: boolean;
  readonly numLock: boolean;
}

interface Always {
  /** `process.hrtime` in milliseconds: a clock shared by all threads. */
  readonly time: number;
  readonly held: HeldState;
  /** It carries our mark. */
  readonly byUs: boolean;
}

/** An event as reported by a low-level hook. */
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

/** https://learn.microsoft.com/windows/win32/inputdev/mouse-input-notifications */
export const mouseMessage = {
  move: 0x0200,
  leftDown: 0x0201,
  leftUp: 0x0202,
  rightDown: 0x0204,
  rightUp: 0x0205,
  middleDown: 0x0207,
  middleUp: 0x0208,
  wheel: 0x020a,
  sideDown: 0x020b,
  sideUp: 0x020c,
  wheelAcross: 0x020e,
} as const;

const { leftDown, rightDown, middleDown, sideDown, leftUp, rightUp, middleUp, sideUp } = mouseMessage;

const downs: readonly number[] = [leftDown, rightDown, middleDown, sideDown];

const ups: readonly number[] = [leftUp, rightUp, middleUp, sideUp];

/** A held key repeats after at most a second, and then faster; a later event is a new press. In milliseconds. */
const repeatMs = 1_500;

/** Tracks the suppressed presses, whose releases are suppressed too; releases of delivered presses are delivered. */
export class SuppressedEvents {
  readonly #isDown: (code: number) => boolean;
  /** With the tick of the last press. */
  readonly #keys = new Map<number, number>();
  readonly #buttons = new Set<string>();

  /** @param isDown whether programs see that key as held at this moment */
  constructor(isDown: (code: number) => boolean) {
    this.#isDown = isDown;
  }

  get isEmpty(): boolean {
    return this.#keys.size + this.#buttons.size === 0;
  }

  has(key: number): boolean {
    return this.#keys.has(key);
  }

  /** @returns whether to suppress the event */
  mouse(message: number, data: number, grabbing: boolean): boolean {
    if (message === mouseMessage.move) return false;
    const button = `${downs.includes(message) ? downs.indexOf(message) : ups.indexOf(message)} ${data >>> 16}`;
    if (ups.includes(message)) return this.#buttons.delete(button);
    // Buttons do not repeat: the release was missed, e.g. on a locked screen.
    if (!grabbing) this.#buttons.delete(button);
    else if (downs.includes(message)) this.#buttons.add(button);
    return grabbing;
  }

  /**
   * @param tick event time in milliseconds
   * @returns whether to suppress the event
   */
  key(code: number, down: boolean, grabbing: boolean, tick: number): boolean {
    const last = this.#keys.get(code);
    if (!down) return this.#keys.delete(code);
    // A new press after a missed release, e.g. on a locked screen.
    if (!grabbing && last !== undefined && ((tick - last) | 0) > repeatMs) this.#keys.delete(code);
    // A key that has been repeating since before the grab is held for a program, which must receive its release.
    else if (last !== undefined || (grabbing && !this.#isDown(code))) this.#keys.set(code, tick);
    return grabbing || this.#keys.has(code);
  }
}
