import type { ActionType } from '#contract/model/recordings/action';
import type { Step } from '#contract/model/recordings/recording';

/** Where a replay pauses between steps: at breakpoints, on request, and after single steps. */
export class Delays {
  /** Kept across replays. */
  readonly #breakpoints = new Set<string>();
  #pauseNext = false;
  #until: string | null = null;
  /** Lets the paused step run. */
  #released = false;
  #goOn: (() => void) | null = null;

  get breakpoints(): readonly string[] {
    return [...this.#breakpoints];
  }

  get isPaused(): boolean {
    return this.#goOn !== null;
  }

  setBreakpoint(step: string, on: boolean): void {
    if (on) this.#breakpoints.add(step);
    else this.#breakpoints.delete(step);
  }

  /** Removes breakpoints of other steps. */
  keepOnly(steps: readonly string[]): void {
    for (const id of this.#breakpoints) if (!steps.includes(id)) this.#breakpoints.delete(id);
  }

  /** Called at the start. @param until the step to pause before @param stepwise whether to pause before the first */
  begin({ until = null, stepwise = false }: { readonly until?: string | null; readonly stepwise?: boolean }): void {
    this.#pauseNext = stepwise;
    this.#until = until;
    this.#released = false;
  }

  /** Pauses before the next step. */
  pause(): void {
    this.#pauseNext = true;
  }

  /** Continues after a pause, up to the step `until` if one is named. */
  resume(until: string | null = null): void {
    this.#until = until;
    this.#pauseNext = false;
    this.#release();
  }

  /** Runs one step after a pause, and pauses again. */
  stepOver(): void {
    if (!this.isPaused) return;
    this.#release();
    this.#pauseNext = true;
  }

  /** Whether to {@link wait} before this step. */
  pausesBefore(step: string): boolean {
    if (this.#released) {
      this.#released = false;
      return false;
    }
    return this.#pauseNext || this.#until === step || this.#breakpoints.has(step);
  }

  /** Settles on continuation, or when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    this.#pauseNext = false;
    this.#until = null;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    this.#goOn = null;
  }

  #release(): void {
    if (!this.#goOn) return;
    this.#released = true;
    this.#goOn();
    this.#goOn = null;
  }
}

/** Maximum pause before keys without an effect to wait for, in milliseconds. */
const longestPaceMs = 600;
const keyed: ReadonlySet<ActionType> = new Set<ActionType>(['pressKeys', 'typeText']);
const pressed: ReadonlySet<ActionType> = new Set<ActionType>(['click', 'drag']);

/**
 * The pause before keys that follow others without an effect to check, as when they were recorded, in milliseconds: an app may
 * still be busy with the former, as with renaming a file, and drop the latter. After a press it is for keys that have no element
 * to wait for, as where a view without elements is about to ask for the name of a new folder.
 */
export function paceOf({ at, action, expected = [] }: Step, next: Step | null): number {
  if (expected.length > 0 || !next || !keyed.has(next.action.type)) return 0;
  if (!keyed.has(action.type) && !(pressed.has(action.type) && next.target === null)) return 0;
  return Math.min(Math.max(next.at - at, 0), longestPaceMs);
}
