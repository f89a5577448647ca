import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../../base/async/disposable.ts';
import type { Log } from '../../../../base/log.ts';
import type { InputObserver, RawInput } from '../../../backend.ts';
import type { Pump } from '../thread/pump.ts';
import { inputTopic, type Received, type HookMode, type HooksInput } from './hook-events.ts';
import { getLastInputInfo } from './api.ts';

/** Interval for checking that the hooks still work, in milliseconds. */
const lookEveryMs = 2_000;
const nanosecondsInMs = 1e6;

type Listener = (input: RawInput) => void;

/** Input of the whole session through low-level hooks, installed only while there are listeners. */
export class Observer implements InputObserver, Disposable {
  readonly #pump: Pump;
  readonly #log: Log;
  readonly #listeners = new Map<Listener, Exclude<HookMode, 'off'>>();
  #watchdog = new HookWatchdog();
  #looking: NodeJS.Timeout | undefined;
  #mode: HookMode = 'off';

  constructor(pump: Pump, log: Log) {
    this.#pump = pump;
    this.#log = log;
    pump.on(inputTopic, (event) => this.#received(event as Received));
  }

  listen(listener: Listener): Promise<Disposable> {
    return this.#add(listener, 'listen');
  }

  grab(listener: Listener): Promise<Disposable> {
    return this.#add(listener, 'grab');
  }

  dispose(): void {
    this.#listeners.clear();
    clearInterval(this.#looking);
  }

  async #add(each: Listener, mode: Exclude<HookMode, 'off'>): Promise<Disposable> {
    const listener: Listener = (input) => each(input);
    this.#listeners.set(listener, mode);
    const remove = () => {
      this.#listeners.delete(listener);
      return this.#follow();
    };
    try {
      await this.#follow();
    } catch (error) {
      this.#listeners.delete(listener);
      throw error;
    }
    return disposable(() => void remove().catch((error: unknown) => this.#log('warn', 'hooks stay on', error)));
  }

  /** Updates the hooks to the listeners' needs. */
  async #follow(): Promise<void> {
    const modes = [...this.#listeners.values()];
    const wanted = modes.includes('grab') ? 'grab' : modes.length > 0 ? 'listen' : 'off';
    if (wanted === this.#mode) return;
    const before = this.#mode;
    this.#mode = wanted;
    clearInterval(this.#looking);
    try {
      await this.#send({ mode: wanted });
    } catch (error) {
      this.#mode = before;
      throw error;
    }
    this.#watchdog = new HookWatchdog();
    if (wanted !== 'off') this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  #received({ tick, input }: Received): void {
    this.#watchdog.received(tick);
    if (!input) return;
    const age = Number(process.hrtime.bigint()) / nanosecondsInMs - input.time;
    this.#report({ ...input, time: performance.now() - age });
  }

  #report(input: RawInput): void {
    for (const listener of [...this.#listeners.keys()]) listener(input);
  }

  #look(): void {
    if (!this.#watchdog.look()) return;
    this.#log('warn', 'the input hooks heard nothing of what was pressed: they are put on again');
    this.#report({ type: 'lost', time: performance.now(), cause: 'unreported', events: null });
    this.#send({ mode: this.#mode, reinstall: true }).catch((error: unknown) =>
      this.#log('warn', 'hooks are off', error),
    );
  }

  #send(input: HooksInput): Promise<void> {
    return this.#pump.call('hooks', input);
  }
}

const lastInputInfoSize = 8;

/** Input newer than the last received event by this much, in milliseconds, indicates missing events. */
const lateMs = 1_000;

/**
 * Detects that Windows silently removed a slow hook: https://learn.microsoft.com/windows/win32/winmsg/lowlevelkeyboardproc .
 * Input to a program with higher privileges is not received either; then the hooks are reinstalled needlessly.
 */
class HookWatchdog {
  #received = lastInput();
  #reported = this.#received;

  /** @param tick event time as of `GetTickCount` */
  received(tick: number): void {
    this.#received = tick;
  }

  /** Whether input was missed; each gap is reported once. */
  look(): boolean {
    const last = lastInput();
    const missed = isLate(last, this.#received) && last !== this.#reported;
    this.#reported = last;
    return missed;
  }
}

/** Ticks wrap around after 49 days. */
export function isLate(input: number, received: number): boolean {
  return ((input - received) | 0) > lateMs;
}

function lastInput(): number {
  const info = { size: lastInputInfoSize, time: 0 };
  getLastInputInfo(info);
  return info.time;
}
