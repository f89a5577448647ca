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
  readonly #hides: boolean;
  #state = firstBarState;

  /** @param hides whether it is hidden: sway puts no window away, though Electron takes it for minimised */
  constructor(main: BrowserWindow, bar: PickBar, hides = Boolean(process.env['SWAYSOCK'])) {
    this.#main = main;
    this.#bar = bar;
    this.#hides = hides;
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
    // It is this process that hides it, so that it comes back or ends with it, whatever becomes of the engine.
    if (this.#hides) this.#main.hide();
    else if (!this.#wasMinimized) this.#main.minimize();
    this.#bar.open();
  }

  #comeBack(withResult: boolean): void {
    this.#bar.close();
    if (this.#hides) this.#main.showInactive();
    const wasMinimized = this.#wasMinimized;
    this.#wasMinimized = null;
    if (wasMinimized === true && !withResult) return;
    this.#main.restore();
    if (withResult) this.#main.focus();
  }
}
