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
/** Chromium reads a key's character a moment after it has answered: without this delay, one text in five was wrong. */
const marginMs = 250;
/** Time that the end of this process may wait for a slow app to process its last keys, in milliseconds. */
const lastWaitMs = 500;

/**
 * Controls when remapped keys change. An app interprets a key when it processes it, so a key is remapped again only after the
 * app has handled the earlier presses.
 */
export class RemapTiming {
  readonly #remap: TemporaryKeyRemap;
  readonly #active: ActiveWindow;
  readonly #ping: Ping;
  /** The window that they were typed into. */
  #user: WindowId | null = null;
  #idle: NodeJS.Timeout | undefined;
  #restoring: Promise<void> = Promise.resolve();

  constructor(remap: TemporaryKeyRemap, active: ActiveWindow, ping: Ping) {
    this.#remap = remap;
    this.#active = active;
    this.#ping = ping;
  }

  /** Until {@link finished}, nothing is restored: a keyboard map read meanwhile stays valid. */
  async begin(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#restoring;
  }

  /**
   * Keys for keysyms that no key has; `bare` requires them without Shift.
   * @throws AppError `unsupported_platform` if the map has no spare keys, `target_not_responding`
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

  /** Typing has ended: the keys are restored unless more follows. */
  finished(): void {
    clearTimeout(this.#idle);
    if (!this.#remap.isActive) return;
    this.#idle = setTimeout(() => this.#restoreOrWait(), idleMs);
    this.#idle.unref();
  }

  /** Restores remapped keys at once. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#restoring;
    if (!this.#remap.isActive) return;
    await untilHandled(this.#ping, this.#user, { timeoutMs: lastWaitMs }).catch(() => undefined);
    await sleep(marginMs);
    await this.#remap.restore();
  }

  /** An unresponsive app has unprocessed keys. */
  #restoreOrWait(): void {
    this.#restoring = untilHandled(this.#ping, this.#user)
      .then(() => this.#remap.restore())
      .catch(() => this.finished());
  }
}

/**
 * For apps that cannot be pinged: with a shorter delay, some busy ones applied the new map to old keys (measured with Qt 5).
 */
const blindWaitMs = 100;

/** An app that needs longer to process its events is not responding. */
const answerMs = 5_000;

/**
 * Waits until the app has handled every key sent to it.
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
