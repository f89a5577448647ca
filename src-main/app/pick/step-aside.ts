import type { BrowserWindow } from 'electron';
import type { PickBarState, PickEvent } from '#contract/events';
import { firstBarState, nextBarState } from './bar-state.ts';
import type { PickBar } from './pick-bar.ts';

/** So long a window manager may take to put a window away, in milliseconds; one that has not by then never does, as sway. */
const minimizedMs = 500;

/**
 * While somebody picks, the main window makes room for what they pick, and a small bar stands for it. Afterwards the
 * window is as it was; with something picked it comes up, whatever it was.
 */
export class StepAside {
  readonly #main: BrowserWindow;
  readonly #bar: PickBar;
  #wasMinimized: boolean | null = null;
  #hiding: NodeJS.Timeout | undefined;
  #isHidden = false;
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
    this.#hiding = setTimeout(() => this.#hideUnlessMinimized(), minimizedMs);
    this.#bar.open();
  }

  /** It is this process that hides it, so that it comes back or ends with it, whatever becomes of the engine. */
  #hideUnlessMinimized(): void {
    if (this.#main.isDestroyed() || this.#main.isMinimized()) return;
    this.#isHidden = true;
    this.#main.hide();
  }

  #comeBack(withResult: boolean): void {
    this.#bar.close();
    clearTimeout(this.#hiding);
    if (this.#isHidden) this.#main.showInactive();
    this.#isHidden = false;
    const wasMinimized = this.#wasMinimized;
    this.#wasMinimized = null;
    if (wasMinimized === true && !withResult) return;
    this.#main.restore();
    if (withResult) this.#main.focus();
  }
}
