import { AppError } from '#contract/errors';
import type { Events } from '#contract/events';
import type { Log } from '../../base/log.ts';
import { createMovableEngine } from '../../engine/process/movable-engine.ts';
import type { RemoteEngine } from '../../engine/process/remote-engine.ts';
import type { WorkDesktop } from '../core.ts';
import type { OwnDesktops } from './own-desktops.ts';

/** For what the user needs the pointer of the inspected desktop. */
type Need = 'pick' | 'recording';

export interface PlaceOptions {
  /** Of the user's own desktop. */
  readonly home: RemoteEngine;
  readonly desktops: Pick<OwnDesktops, 'enter' | 'isRunning' | 'hasTaken' | 'takeOver' | 'giveBack'>;
  /** Whether the user's pick, recording or replay is under way. */
  readonly isBusy: () => boolean;
  /** The inspected desktop has ended; settles once nothing of the user's works there any more. */
  readonly ended: (id: string) => Promise<unknown>;
  readonly changed: (moved: Events['desktops.inspected']) => void;
  /** Prepares the engine of another desktop. */
  readonly entered: (engine: RemoteEngine) => Promise<void>;
  readonly log: Log;
}

/**
 * The desktop on which the user inspects, picks, records and replays: their own, or one of Deskscope's own. Agents' calls are not
 * affected.
 */
export class Place {
  /** Of the desktop where the user works. */
  readonly engine;
  readonly #options: PlaceOptions;
  #entered: Awaited<ReturnType<OwnDesktops['enter']>> | null = null;
  readonly #needs = new Set<Need>();
  /** Whether the desktop was taken over for a need, not on the user's request. */
  #took = false;
  #isMoving = false;

  constructor(options: PlaceOptions) {
    this.#options = options;
    this.engine = createMovableEngine(options.home);
  }

  /** The id of the inspected desktop; null for the user's own. */
  get id(): string | null {
    return this.#entered?.id ?? null;
  }

  /** The inspected desktop, for calls of the user; null for their own. */
  get desktop(): WorkDesktop | null {
    if (!this.#entered) return null;
    // Whoever else acts there waits for the user, and the user for nobody.
    return { ...this.#entered, turn: () => Promise.resolve(() => undefined) };
  }

  /**
   * Moves to a desktop; null is the user's own.
   * @throws AppError `not_found`; `busy` during a pick, recording or replay
   */
  async goTo(id: string | null): Promise<void> {
    if (id === this.id) return;
    if (this.#isMoving || this.#options.isBusy())
      throw new AppError('busy', 'A pick, recording or replay is under way.', { hint: 'Stop it first.' });
    await this.#move(id);
  }

  /** Takes the inspected desktop over until {@link release}; at home there is nothing to do. @throws AppError `timeout` */
  async hold(need: Need): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const { desktops } = this.#options;
    if (!desktops.hasTaken(id)) this.#took = true;
    this.#needs.add(need);
    try {
      await desktops.takeOver(id);
    } catch (error) {
      this.release(need);
      throw error;
    }
  }

  /** Gives the desktop back if it was taken over only for this. */
  release(need: Need): void {
    if (!this.#needs.delete(need) || this.#needs.size > 0 || !this.#took) return;
    this.#took = false;
    if (this.id !== null) this.#options.desktops.giveBack(this.id);
  }

  async close(): Promise<void> {
    await this.#entered?.leave();
  }

  async #move(id: string | null, ended: string | null = null): Promise<void> {
    if (this.#isMoving) return;
    const { home, desktops, changed, entered, log } = this.#options;
    this.#isMoving = true;
    try {
      const next = id === null ? null : await desktops.enter(id);
      const before = this.#entered;
      // The engine of a desktop that ended would be waited for.
      if (ended === null) await this.engine.highlight({ boxes: [] }).catch(() => undefined);
      this.#entered = next;
      next?.engine.on('status', ({ state }) => state !== 'ready' && this.#look(next.id));
      if (next) entered(next.engine).catch((error: unknown) => log('warn', 'preparing the engine', error));
      changed({ id, ended });
      this.engine.moveTo(next?.engine ?? home);
      await before?.leave();
    } finally {
      this.#isMoving = false;
    }
  }

  /** Comes home once the desktop has ended. */
  #look(id: string): void {
    const { desktops, ended, log } = this.#options;
    const comeHome = async () => {
      if (this.id !== id || this.#isMoving || (await desktops.isRunning(id))) return;
      await ended(id);
      if (this.id === id) await this.#move(null, id);
    };
    comeHome().catch((error: unknown) => log('warn', `leaving desktop ${id}`, error));
  }
}
