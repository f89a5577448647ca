import type { WindowId } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { sleep } from '../../../../../../base/async/deadline.ts';
import type { ActiveWindow } from '../../windows/key-receiver.ts';
import { parseWindowId } from '../../display/ids.ts';
import type { Ping } from '../ping.ts';
import type { Keymap, KeysymKey } from './keymap.ts';
import type { TemporaryKeyRemap } from './temporary-key-remap.ts';

/** Remapped keys are restored after this long without typing, in milliseconds. */
const idleMs = 5_000;
/** Chromium makes characters of its keys a moment after it has answered: without this, one text in five was wrong. */
const marginMs = 250;
/** How long the end of this process may wait for an app that is slow to take its last keys, in milliseconds. */
const lastWaitMs = 500;

/**
 * When remapped keys change their meaning. A key means to an app what it means when the app comes to it, so a
 * remapped one is changed only after the app has handled what was typed with it.
 */
export class RemapTiming {
  readonly #remap: TemporaryKeyRemap;
  readonly #active: ActiveWindow;
  readonly #ping: Ping;
  /** Who was typed to with them. */
  #user: WindowId | null = null;
  #idle: NodeJS.Timeout | undefined;
  #restoring: Promise<void> = Promise.resolve();

  constructor(remap: TemporaryKeyRemap, active: ActiveWindow, ping: Ping) {
    this.#remap = remap;
    this.#active = active;
    this.#ping = ping;
  }

  /** From here to {@link finished} nothing is restored: a keyboard map that is read in between stays true. */
  async begin(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#restoring;
  }

  /**
   * Places for keysyms that no key has; `bare` wants them without Shift.
   * @throws AppError `unsupported_platform` if the map has no unused keys, `target_not_responding`
   */
  async map(
    keysyms: ReadonlySet<number>,
    keymap: Keymap,
    { signal, bare = false }: { readonly signal?: AbortSignal | undefined; readonly bare?: boolean } = {},
  ): Promise<ReadonlyMap<number, KeysymKey>> {
    if (keysyms.size === 0) return new Map();
    if (this.#remap.mustReuse(keysyms, keymap, bare)) {
      await untilHandled(this.#ping, this.#user, { signal });
      await sleep(marginMs, signal);
    }
    this.#user = await this.#active.read();
    const { places, changed } = await this.#remap.map(keysyms, keymap, bare);
    if (changed) await untilHandled(this.#ping, this.#user, { signal });
    return places;
  }

  /** Typing has come to an end: the keys are restored if no more follows. */
  finished(): void {
    clearTimeout(this.#idle);
    if (!this.#remap.isActive) return;
    this.#idle = setTimeout(() => this.#restoreOrWait(), idleMs);
    this.#idle.unref();
  }

  /** Restores at once what is remapped. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#restoring;
    if (!this.#remap.isActive) return;
    await untilHandled(this.#ping, this.#user, { timeoutMs: lastWaitMs }).catch(() => undefined);
    await sleep(marginMs);
    await this.#remap.restore();
  }

  /** An app that does not answer still has keys to come to. */
  #restoreOrWait(): void {
    this.#restoring = untilHandled(this.#ping, this.#user)
      .then(() => this.#remap.restore())
      .catch(() => this.finished());
  }
}

/** For apps that cannot be asked: below this, some that were busy took old keys by the new map (measured with Qt 5). */
const blindWaitMs = 100;

/** An app that takes longer to come to its events than this does not respond. */
const answerMs = 5_000;

/**
 * Waits until the app has handled every key that it was sent.
 * @throws AppError `target_not_responding`, `cancelled`
 */
async function untilHandled(
  ping: Ping,
  window: WindowId | null,
  { signal, timeoutMs = answerMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number } = {},
): Promise<void> {
  const answer = window === null ? 'unable' : await ping.ask(parseWindowId(window), timeoutMs);
  if (answer === 'unable') await sleep(blindWaitMs, signal);
  if (answer === 'silent') throw new AppError('target_not_responding', 'The app does not take its keys.');
  if (signal?.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
}
