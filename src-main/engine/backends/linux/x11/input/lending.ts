import { sleep } from '../../../../../base/deadline.ts';
import type { WindowId } from '#contract/model/window';
import type { ActiveWindow } from '../windows/active.ts';
import { untilHandled } from './app-queue.ts';
import type { Keymap, Place } from './keymap.ts';
import type { Ping } from './ping.ts';
import type { SpareKeys } from './spare-keys.ts';

/** Lent keys are given back after this long without typing, in milliseconds. */
const idleMs = 5_000;
/** Chromium makes characters of its keys a moment after it has answered: without this, one text in five was wrong. */
const marginMs = 250;
/** How long the end of this process may wait for an app that is slow to take its last keys, in milliseconds. */
const lastWaitMs = 500;

/**
 * When spare keys change their meaning. A key means to an app what it means when the app comes to it, so a lent one is
 * changed only after the app has handled what was typed with it.
 */
export class Lending {
  readonly #spare: SpareKeys;
  readonly #active: ActiveWindow;
  readonly #ping: Ping;
  /** Who was typed to with them. */
  #user: WindowId | null = null;
  #idle: NodeJS.Timeout | undefined;
  #givingBack: Promise<void> = Promise.resolve();

  constructor(spare: SpareKeys, active: ActiveWindow, ping: Ping) {
    this.#spare = spare;
    this.#active = active;
    this.#ping = ping;
  }

  /** From here to {@link finished} nothing is given back: a keyboard map that is read in between stays true. */
  async begin(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#givingBack;
  }

  /**
   * Places for keysyms that no key has; `bare` wants them without Shift.
   * @throws AppError `unsupported_platform` where the map has none to spare, `target_not_responding`
   */
  async lend(
    keysyms: ReadonlySet<number>,
    keymap: Keymap,
    { signal, bare = false }: { readonly signal?: AbortSignal | undefined; readonly bare?: boolean } = {},
  ): Promise<ReadonlyMap<number, Place>> {
    if (keysyms.size === 0) return new Map();
    if (this.#spare.mustReuse(keysyms, keymap)) {
      await untilHandled(this.#ping, this.#user, { signal });
      await sleep(marginMs, signal);
    }
    this.#user = await this.#active.read();
    const { places, changed } = await this.#spare.lend(keysyms, keymap, bare);
    if (changed) await untilHandled(this.#ping, this.#user, { signal });
    return places;
  }

  /** Typing has come to an end: the keys are given back if no more follows. */
  finished(): void {
    clearTimeout(this.#idle);
    if (!this.#spare.areLent) return;
    this.#idle = setTimeout(() => this.#giveBackOrWait(), idleMs);
    this.#idle.unref();
  }

  /** Gives back at once what is lent. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#givingBack;
    if (!this.#spare.areLent) return;
    await untilHandled(this.#ping, this.#user, { timeoutMs: lastWaitMs }).catch(() => undefined);
    await sleep(marginMs);
    await this.#spare.restore();
  }

  /** An app that does not answer still has keys to come to. */
  #giveBackOrWait(): void {
    this.#givingBack = untilHandled(this.#ping, this.#user)
      .then(() => this.#spare.restore())
      .catch(() => this.finished());
  }
}
