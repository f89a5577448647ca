import koffi from 'koffi';
import { isKeyDown, layoutInFront } from '../input/api.ts';
import { ownMark } from '../input/events.ts';
import { textOfKey } from '../input/layout.ts';
import { nearestOnScreen } from '../monitors/monitors.ts';
import { lastFailure } from '../native/errors.ts';
import type { Handle } from '../native/types.ts';
import type { Emit, PumpJob } from '../thread/messages.ts';
import {
  callNextHook,
  setWindowsHook,
  unhookWindowsHook,
  type KeyboardHookInfo,
  type MouseHookInfo,
  getKeyState,
} from './api.ts';
import {
  inputTopic,
  type Received,
  type HookEvent,
  type HookMode,
  type HooksInput,
  type HeldState,
  SuppressedEvents,
} from './hook-events.ts';
import { Translator } from './translate.ts';

/** `WH_KEYBOARD_LL` and `WH_MOUSE_LL`. */
const keyboardHook = 13;
const mouseHook = 14;
/** `WM_KEYDOWN` and `WM_SYSKEYDOWN`. */
const keyDown: readonly number[] = [0x0100, 0x0104];
const nanosecondsInMs = 1e6;

/**
 * Observes all input of the session before programs receive it. Windows waits for a hook before it delivers an event, and
 * removes slow ones: here events are only translated and forwarded.
 */
export function lowLevelHooksJob(emit: Emit): PumpJob {
  const hooks = new LowLevelHooks((received) => emit(inputTopic, received));
  return {
    call: (input: HooksInput) => hooks.set(input),
    close: () => hooks.close(),
  };
}

class LowLevelHooks {
  readonly #emit: (received: Received) => void;
  readonly #translator = new Translator((code, state) => textOfKey(code, state, layoutInFront()));
  readonly #held = new HeldKeys();
  readonly #suppressed = new SuppressedEvents(isKeyDown);
  readonly #callbacks: readonly (readonly [kind: number, callback: bigint])[];
  #hooks: readonly Handle[] = [];
  #mode: HookMode = 'off';

  constructor(emit: (received: Received) => void) {
    this.#emit = emit;
    this.#callbacks = [
      [mouseHook, registerHook((message, info: MouseHookInfo) => this.#onMouse(message, info), 'MSLLHOOKSTRUCT')],
      [keyboardHook, registerHook((message, info: KeyboardHookInfo) => this.#onKey(message, info), 'KBDLLHOOKSTRUCT')],
    ];
  }

  /** @param reinstall even if they are installed: Windows does not report when it has removed one */
  set({ mode, reinstall = false }: HooksInput): void {
    this.#mode = mode;
    if (reinstall) this.#takeOff();
    if (mode !== 'off' && this.#hooks.length === 0) this.#putOn();
    // The release of a suppressed press must be suppressed too.
    if (mode === 'off' && this.#suppressed.isEmpty) this.#takeOff();
  }

  close(): void {
    this.#takeOff();
    for (const [, callback] of this.#callbacks) koffi.unregister(callback);
  }

  #putOn(): void {
    this.#held.begin();
    this.#hooks = this.#callbacks.map(([kind, callback]) => setWindowsHook(kind, callback, 0, 0));
    if (this.#hooks.every((hook) => hook !== 0)) return;
    const failure = lastFailure('SetWindowsHookEx');
    this.#takeOff();
    throw failure;
  }

  #takeOff(): void {
    for (const hook of this.#hooks) if (hook !== 0) unhookWindowsHook(hook);
    this.#hooks = [];
  }

  #onMouse(message: number, { point, data, time, extra }: MouseHookInfo): boolean {
    // A move is reported as far as the hand moved.
    const { x, y } = nearestOnScreen(point);
    this.#send({ device: 'mouse', message, x, y, data, ...this.#always(extra) }, time);
    return this.#ended(this.#suppressed.mouse(message, data, this.#mode === 'grab'));
  }

  #onKey(message: number, { code, scanCode, time, extra }: KeyboardHookInfo): boolean {
    const down = keyDown.includes(message);
    this.#send({ device: 'keyboard', down, code, scanCode, ...this.#always(extra) }, time);
    const suppress = this.#suppressed.key(code, down, this.#mode === 'grab', time);
    this.#held.note(code, down);
    return this.#ended(suppress);
  }

  #always(extra: number) {
    const held = this.#held.state((code) => this.#suppressed.has(code));
    return { time: Number(process.hrtime.bigint()) / nanosecondsInMs, held, byUs: extra === ownMark };
  }

  #send(event: HookEvent, tick: number): void {
    if (this.#mode === 'off') return;
    const input = this.#translator.translate(event);
    this.#emit({ tick, input: input && event.byUs ? { ...input, byUs: true } : input });
  }

  /** There are no listeners, and nothing is left to suppress. @returns its argument */
  #ended(suppress: boolean): boolean {
    if (this.#mode === 'off' && this.#suppressed.isEmpty) this.#takeOff();
    return suppress;
  }
}

/**
 * The hook procedure: 1 suppresses the event.
 * @param on returns true to suppress the event
 */
function registerHook(on: (message: number, info: never) => boolean, struct: string): bigint {
  const hook = (code: number, message: number, info: unknown): number => {
    if (code === 0 && on(message, koffi.decode(info, struct) as never)) return 1;
    return callNextHook(0, code, message, info);
  };
  return koffi.register(hook, 'LowLevelProc*');
}

/** Virtual key codes of either side: hooks distinguish them, even if the sender did not. */
const codes = { ctrl: [0xa2, 0xa3], shift: [0xa0, 0xa1], alt: [0xa4, 0xa5], meta: [0x5b, 0x5c] } as const;

const modifierCodes: readonly number[] = Object.values(codes).flat();

const capsLock = 0x14;

const numLock = 0x90;

/** After this long without a key event, Windows' state takes precedence over the tracked one, in milliseconds. */
const quietMs = 250;

/**
 * Modifiers and locks, tracked from key events. Windows' state lags inside a hook, and lacks suppressed keys; but releases may
 * be missed, e.g. on a locked screen.
 */
class HeldKeys {
  readonly #down = new Set<number>();
  readonly #locks = { capsLock: false, numLock: false };
  readonly #repeating = new Set<number>();
  #seen = 0;

  /** Adopts Windows' current state. */
  begin(): void {
    this.#down.clear();
    this.#repeating.clear();
    for (const code of modifierCodes) if (isKeyDown(code)) this.#down.add(code);
    this.#locks.capsLock = isOn(capsLock);
    this.#locks.numLock = isOn(numLock);
  }

  /** @param isSuppressed held keys unknown to Windows */
  state(isSuppressed: (code: number) => boolean): HeldState {
    if (performance.now() - this.#seen > quietMs) {
      for (const code of this.#down) if (!isSuppressed(code) && !isKeyDown(code)) this.#down.delete(code);
    }
    const has = (side: readonly number[]) => side.some((code) => this.#down.has(code));
    const { ctrl, shift, alt, meta } = codes;
    return { ctrl: has(ctrl), shift: has(shift), alt: has(alt), meta: has(meta), ...this.#locks };
  }

  note(code: number, down: boolean): void {
    this.#seen = performance.now();
    if (modifierCodes.includes(code)) {
      if (down) this.#down.add(code);
      else this.#down.delete(code);
    }
    if (down && !this.#repeating.has(code)) this.#toggle(code);
    if (down) this.#repeating.add(code);
    else this.#repeating.delete(code);
  }

  #toggle(code: number): void {
    if (code === capsLock) this.#locks.capsLock = !this.#locks.capsLock;
    if (code === numLock) this.#locks.numLock = !this.#locks.numLock;
  }
}

function isOn(code: number): boolean {
  return (getKeyState(code) & 1) !== 0;
}
