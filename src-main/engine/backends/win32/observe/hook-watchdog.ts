import { getLastInputInfo } from './api.ts';

const lastInputInfoSize = 8;
/** Input that is this much newer than what was heard should have been heard, in milliseconds. */
const lateMs = 1_000;

/**
 * Notices that Windows took a hook off, which it does without a word where one was slow:
 * https://learn.microsoft.com/windows/win32/winmsg/lowlevelkeyboardproc . Input to a program with higher privileges is not
 * heard either; then the hooks are put on again for nothing.
 */
export class HookWatchdog {
  #heard = lastInput();
  #reported = this.#heard;

  /** @param tick when the event happened, as `GetTickCount` counts */
  heard(tick: number): void {
    this.#heard = tick;
  }

  /** Whether there was input that should have been heard; each is told of once. */
  look(): boolean {
    const last = lastInput();
    const missed = isLate(last, this.#heard) && last !== this.#reported;
    this.#reported = last;
    return missed;
  }
}

/** Ticks start over after 49 days. */
export function isLate(input: number, heard: number): boolean {
  return ((input - heard) | 0) > lateMs;
}

function lastInput(): number {
  const info = { size: lastInputInfoSize, time: 0 };
  getLastInputInfo(info);
  return info.time;
}
