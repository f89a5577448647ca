import type { HeldPicture } from '#contract/api';
import { AppError } from '#contract/errors';
import type { HeldBarState } from '#contract/events';
import type { Held } from '#contract/model/runs/debug';
import type { HeldKey } from '#contract/model/recordings/global-keys';
import type { WindowId } from '#contract/model/windows/window';
import { quietMs } from '../../permissions/reading.ts';
import type { Services } from '../../services/app.ts';
import type { HeldBar } from './held-bar.ts';

export interface SteeringOptions {
  readonly debug: Pick<Services['debug'], 'state' | 'release' | 'continue' | 'placeOf'>;
  readonly bar: Pick<HeldBar, 'open' | 'close'>;
  readonly changed: (state: HeldBarState) => void;
  /** Registers the bar's keys globally, or releases them (null). Null if no key can be registered. */
  readonly holdKeys: ((actions: Readonly<Record<HeldKey, () => void>> | null) => void) | null;
  /** Milliseconds since any Deskscope sent input; null if none has. */
  readonly inputAgoMs: () => Promise<number | null>;
  readonly capture: (window: WindowId) => Promise<Omit<HeldPicture, 'at'>>;
  readonly isMainInFront: () => boolean;
  /** Brings the main window, which shows all held items, to the front. */
  readonly showMain: () => void;
}

/**
 * Shows held items above all windows while the main window, which shows them too, is not in front. A click there does
 * not take the focus.
 */
export class SteerHeld {
  readonly #options: SteeringOptions;
  #isOpen = false;
  #hasKeys = false;

  constructor(options: SteeringOptions) {
    this.#options = options;
  }

  get state(): HeldBarState {
    const { held, mode } = this.#options.debug.state;
    const keysWork = this.#options.holdKeys !== null;
    return { held: held[0] ?? null, waiting: Math.max(0, held.length - 1), takenOver: mode === 'taken over', keysWork };
  }

  /** Something is held or let go, or another window came to the front. */
  update(): void {
    const { bar, changed, isMainInFront } = this.#options;
    const { state } = this;
    this.#holdKeys(state.held !== null);
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

  /** Releases all held items. @throws AppError `busy` while a person has taken over */
  resume(): void {
    this.#options.debug.continue();
  }

  show(): void {
    this.#options.showMain();
  }

  /** The target window of the shown item, with the point of the press; null if unknown. */
  async picture(id: string): Promise<HeldPicture | null> {
    const { debug, capture } = this.#options;
    const place = await debug.placeOf(this.#shown(id));
    return place && { ...(await capture(place.window)), at: place.at };
  }

  #holdKeys(wanted: boolean): void {
    const { holdKeys } = this.#options;
    if (!holdKeys || wanted === this.#hasKeys) return;
    this.#hasKeys = wanted;
    const press = (act: (id: string) => void) => () => {
      const id = this.state.held?.id;
      if (id !== undefined) void this.#byPerson(() => act(id));
    };
    holdKeys(wanted ? { run: press((id) => this.run(id)), deny: press((id) => this.deny(id)) } : null);
  }

  /** The system does not report who pressed a key: right after an agent's input it does not count. */
  async #byPerson(act: () => void): Promise<void> {
    const agoMs = await this.#options.inputAgoMs().catch(() => 0);
    if (agoMs !== null && agoMs < quietMs) return;
    try {
      act();
    } catch (error) {
      // It ended meanwhile, or the user has taken over.
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** The item shown when the user pressed: no other is released in its place. */
  #shown(id: string): Held['id'] {
    if (this.state.held?.id !== id) throw new AppError('not_found', 'This call is no longer held.');
    return id;
  }
}
