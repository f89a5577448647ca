import { AppError } from '#contract/errors';
import type { HeldBarState } from '#contract/events';
import type { DebugState, Held, Release } from '#contract/model/runs/debug';
import type { HeldBar } from './held-bar.ts';

interface SteeringOptions {
  readonly debug: { readonly state: DebugState; release(id: string, how: Release): void; continue(): void };
  readonly bar: Pick<HeldBar, 'open' | 'close'>;
  readonly changed: (state: HeldBarState) => void;
  readonly isMainInFront: () => boolean;
  /** Brings the main window to the front, where everything about what is held is shown. */
  readonly showMain: () => void;
}

const nothing: HeldBarState = { held: null, waiting: 0, takenOver: false };

/**
 * Shows what is held above all windows while the main window, which shows it too, is not in front. A click there takes the
 * focus from nothing.
 */
export class SteerHeld {
  readonly #options: SteeringOptions;
  #isOpen = false;

  constructor(options: SteeringOptions) {
    this.#options = options;
  }

  get state(): HeldBarState {
    const { held, mode } = this.#options.debug.state;
    const [first] = held;
    return first ? { held: first, waiting: held.length - 1, takenOver: mode === 'taken over' } : nothing;
  }

  /** Something is held or let go, or another window came to the front. */
  update(): void {
    const { bar, changed, isMainInFront } = this.#options;
    const { state } = this;
    const isWanted = state.held !== null && !isMainInFront();
    if (isWanted !== this.#isOpen) {
      this.#isOpen = isWanted;
      if (isWanted) bar.open();
      else bar.close();
    }
    if (isWanted) changed(state);
  }

  /** @throws AppError `busy` while a person has taken over */
  run(id: string): void {
    this.#options.debug.release(this.#shown(id), { do: 'go' });
  }

  deny(id: string): void {
    this.#options.debug.release(this.#shown(id), { do: 'deny' });
  }

  /** Lets go of everything that is held. @throws AppError `busy` while a person has taken over */
  resume(): void {
    this.#options.debug.continue();
  }

  show(): void {
    this.#options.showMain();
  }

  /** What the person saw when they pressed: nothing else is let go in its place. */
  #shown(id: string): Held['id'] {
    if (this.state.held?.id !== id) throw new AppError('not_found', 'This call is no longer held.');
    return id;
  }
}
