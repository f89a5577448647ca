import type { BrowserWindow } from 'electron';
import type { PickBarState, PickEvent } from '#contract/events';
import { describeElement } from '#contract/model/elements/element';
import { globalKeys } from '#contract/model/recordings/global-keys';
import type { PickBar } from './pick-bar.ts';

/**
 * During a pick, the main window is hidden, and replaced by a small bar. Afterwards the window is restored; after a
 * successful pick it is shown in any case.
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
    // This process hides it, so that it is restored or ends with it, whatever happens to the engine.
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
    // Without it, X11 gives the window the keyboard focus and Electron ignores the keys until a click.
    this.#main.focus();
  }
}

export const firstBarState: PickBarState = {
  phase: 'picking',
  until: null,
  element: '',
  app: '',
  matches: null,
  key: globalKeys.pick,
};

/** The bar's state after an event of a pick. */
export function nextBarState(state: PickBarState, event: PickEvent): PickBarState {
  switch (event.type) {
    case 'waiting':
      return { ...firstBarState, phase: 'waiting', until: event.until };
    case 'started':
      return firstBarState;
    case 'shared':
      return { ...state, phase: 'shared' };
    case 'hovered': {
      const { hit } = event;
      return { ...state, element: hit ? describeElement(hit.element) : '', app: hit?.window.app ?? '', matches: null };
    }
    case 'rated':
      return { ...state, matches: event.matches };
    case 'picked':
    case 'ended':
      return state;
  }
}
