import type { BrowserWindow } from 'electron';
import type { PickBarState, PickEvent } from '#contract/events';
import { firstBarState, nextBarState } from './bar-state.ts';
import type { PickBar } from './pick-bar.ts';

/**
 * While somebody picks, the main window makes room for what they pick, and a small bar stands for it. Afterwards the
 * window is as it was; with something picked it comes up, whatever it was.
 */
export class StepAside {
  readonly #main: BrowserWindow;
  readonly #bar: PickBar;
  #wasMinimized: boolean | null = null;
  #state = firstBarState;

  constructor(main: BrowserWindow, bar: PickBar) {
    this.#main = main;
    this.#bar = bar;
  }

  get state(): PickBarState {
    return this.#state;
  }

  onPick(event: PickEvent): void {
    if (this.#main.isDestroyed()) return;
    if (event.type === 'waiting' || event.type === 'started') this.#leave();
    this.#state = nextBarState(this.#state, event);
    this.#bar.show(this.#state);
    if (event.type === 'ended') this.#comeBack(event.reason === 'picked');
  }

  #leave(): void {
    if (this.#wasMinimized !== null) return;
    this.#wasMinimized = this.#main.isMinimized();
    if (!this.#wasMinimized) this.#main.minimize();
    this.#bar.open();
  }

  #comeBack(withResult: boolean): void {
    this.#bar.close();
    const wasMinimized = this.#wasMinimized;
    this.#wasMinimized = null;
    if (wasMinimized === true && !withResult) return;
    this.#main.restore();
    if (withResult) this.#main.focus();
  }
}
