import { sleep } from '../../base/async/deadline.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { InputProvider, Uptake, UptakeLimits } from '../backend.ts';

/** How long a look waits for an app to come to its input, in milliseconds. */
const patienceMs = 1_500;
/** An app that cannot be asked is given this long. Chromium makes characters of its keys a moment after it was asked. */
const blindMs = 250;
/** So long after the last input to it, what such an app shows may still be older. */
const doubtMs = 2_000;

interface Sent {
  readonly window: WindowInfo;
  readonly at: number;
  /** Its app was seen to work since, and could not be asked. */
  works: boolean;
}

/**
 * What became of input: systems queue it for an app, which may come to it late, or never. Where the platform tells
 * nothing, all of it counts as taken.
 */
export class Receipts {
  readonly #input: Pick<InputProvider, 'uptake'>;
  /** The last input to each app that no one knows to be taken, by {@link appOf}. */
  readonly #open = new Map<string, Sent>();

  constructor(input: Pick<InputProvider, 'uptake'>) {
    this.#input = input;
  }

  /** Input is on its way to that window. */
  sent(window: WindowInfo): void {
    if (this.#input.uptake) this.#open.set(appOf(window), { window, at: Date.now(), works: false });
  }

  /** Waits until the app of the window has taken what it was sent, `timeoutMs` at most, and says how far it has come. */
  async uptake(window: WindowInfo, limits: UptakeLimits): Promise<Uptake> {
    const app = appOf(window);
    const before = this.#open.get(app);
    const uptake = (await this.#input.uptake?.(window, limits)) ?? 'taken';
    if (before && uptake === 'unknown') before.works = true;
    if (uptake === 'taken' && this.#open.get(app) === before) this.#open.delete(app);
    return uptake;
  }

  /** Before something is read of an app: waits for it to take what it was sent, but not for ever. */
  async settled(window: WindowInfo): Promise<void> {
    const sent = this.#inDoubt(window);
    if (!sent) return;
    const uptake = await this.uptake(sent.window, { timeoutMs: patienceMs });
    if (uptake === 'unknown') await sleep(Math.max(0, sent.at + blindMs - Date.now()));
  }

  /** Whether what the app shows may be older than the last input to it, where that was read just now. */
  inDoubt(window: WindowInfo): boolean {
    return this.#inDoubt(window) !== null;
  }

  #inDoubt(window: WindowInfo): Sent | null {
    const sent = this.#open.get(appOf(window));
    if (!sent?.works || Date.now() - sent.at < doubtMs) return sent ?? null;
    this.#open.delete(appOf(window));
    return null;
  }
}

/** An app takes its input from one queue, whichever of its windows it is for. */
function appOf({ processId, id }: WindowInfo): string {
  return processId > 0 ? String(processId) : id;
}
