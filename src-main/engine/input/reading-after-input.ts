import type { WindowInfo } from '#contract/model/windows/window';
import { disposable } from '../../base/async/disposable.ts';
import { sleep } from '../../base/async/deadline.ts';
import type { ElementProvider, PartProvider, InputProvider, Uptake, UptakeLimits } from '../backend.ts';

/**
 * Reads elements once the app has handled the input that Deskscope sent: queries reach an app by another way than keys, and
 * overtake keys if the app is busy.
 */
export function readingAfterInput(elements: ElementProvider, receipts: Receipts): ElementProvider {
  const settled: Settled = async (window, read) => {
    await receipts.settled(window);
    return read();
  };
  return {
    walk: (window, from, budget) => settled(window, () => elements.walk(window, from, budget)),
    children: (window, ...asked) => settled(window, () => elements.children(window, ...asked)),
    ancestors: (window, ...asked) => settled(window, () => elements.ancestors(window, ...asked)),
    details: (window, ...asked) => settled(window, () => elements.details(window, ...asked)),
    hitTest: (window, ...asked) => settled(window, () => elements.hitTest(window, ...asked)),
    pressed: (window, ...asked) => settled(window, () => elements.pressed(window, ...asked)),
    focused: (window, ...asked) => settled(window, () => elements.focused(window, ...asked)),
    focus: (window, ...asked) => settled(window, () => elements.focus(window, ...asked)),
    run: (window, ...asked) => settled(window, () => elements.run(window, ...asked)),
    cell: (window, ...asked) => settled(window, () => elements.cell(window, ...asked)),
    ...(elements.rowNow && {
      rowNow: (window, id, ...asked) =>
        settled(window, async () => elements.rowNow?.(window, id, ...asked) ?? elements.details(window, id)),
    }),
    ...(elements.tellPlace && {
      tellPlace: (window) => settled(window, async () => elements.tellPlace?.(window)),
    }),
    ...(elements.refreshName && {
      refreshName: (window, ...asked) => settled(window, async () => elements.refreshName?.(window, ...asked) ?? null),
    }),
    ...(elements.childrenIn && {
      childrenIn: (window, ...asked) =>
        settled(window, async () => (await elements.childrenIn?.(window, ...asked)) ?? null),
    }),
    ...(elements.parts && { parts: partsAfterInput(elements.parts, settled) }),
    ...(elements.matching && {
      matching: (window, from, words, signal) =>
        settled(window, async () => (await elements.matching?.(window, from, words, signal)) ?? null),
    }),
    ...(elements.countInOneAnswer && {
      countInOneAnswer: (window, ...asked) =>
        settled(window, async () => (await elements.countInOneAnswer?.(window, ...asked)) ?? null),
    }),
    ...(elements.openMenus && {
      openMenus: (window, ...asked) =>
        settled(window, async () => (await elements.openMenus?.(window, ...asked)) ?? []),
    }),
    // About a past press, which later input does not change.
    ...(elements.pointedEntry && {
      pointedEntry: (...asked) => elements.pointedEntry?.(...asked) ?? Promise.resolve(null),
    }),
    // Queried while the button is down and the app has not confirmed the press yet.
    ...(elements.isPressed && { isPressed: (...asked) => elements.isPressed?.(...asked) ?? Promise.resolve(null) }),
    ...(elements.onlyFocused && {
      onlyFocused: (window, ...asked) =>
        settled(window, async () => (await elements.onlyFocused?.(window, ...asked)) ?? null),
    }),
    ...(elements.focusedSince && {
      focusedSince: (window, ...asked) =>
        settled(window, async () => (await elements.focusedSince?.(window, ...asked)) ?? null),
    }),
    ...(elements.events && {
      events: async (window, received) => (await elements.events?.(window, received)) ?? disposable(() => undefined),
    }),
    ...(elements.watch && {
      watch: (window, changed) => elements.watch?.(window, changed) ?? disposable(() => undefined),
    }),
  };
}

type Settled = <T>(window: WindowInfo, read: () => Promise<T>) => Promise<T>;

function partsAfterInput(parts: PartProvider, settled: Settled): PartProvider {
  return {
    path: (window, of) => settled(window, () => parts.path(window, of)),
    details: (window, id) => settled(window, () => parts.details(window, id)),
    around: (window, at, budget) => settled(window, () => parts.around(window, at, budget)),
    indices: (window, id) => settled(window, () => parts.indices(window, id)),
    isOnly: (window, from, node, words) => settled(window, () => parts.isOnly(window, from, node, words)),
  };
}

/** How long a read waits for an app to handle its input, in milliseconds. */
const maxWaitMs = 1_500;

/** Wait for an app that cannot be queried. Chromium turns keys into characters a moment after a query. */
const blindMs = 250;

/** How long after the last input such an app may still show an older state. */
const doubtMs = 2_000;

interface Sent {
  readonly window: WindowInfo;
  readonly at: number;
  /** The app has worked since, but could not be queried. */
  works: boolean;
}

/**
 * Delivery of input: systems queue it for an app, which may handle it late or never. If the platform reports nothing, all input
 * counts as handled.
 */
export class Receipts {
  readonly #input: Pick<InputProvider, 'uptake'>;
  /** The last unconfirmed input to each app, by {@link appOf}. */
  readonly #open = new Map<string, Sent>();

  constructor(input: Pick<InputProvider, 'uptake'>) {
    this.#input = input;
  }

  /** Records that input is on its way to the window. */
  sent(window: WindowInfo): void {
    if (this.#input.uptake) this.#open.set(appOf(window), { window, at: Date.now(), works: false });
  }

  /** Waits up to `timeoutMs` until the app of the window has handled its input, and returns its progress. */
  async uptake(window: WindowInfo, limits: UptakeLimits): Promise<Uptake> {
    const app = appOf(window);
    const before = this.#open.get(app);
    const uptake = (await this.#input.uptake?.(window, limits)) ?? 'taken';
    if (before && uptake === 'unknown') before.works = true;
    if (uptake === 'taken' && this.#open.get(app) === before) this.#open.delete(app);
    return uptake;
  }

  /** Called before reading from an app: waits for it to handle its input, up to a limit. */
  async settled(window: WindowInfo): Promise<void> {
    const sent = this.#inDoubt(window);
    if (!sent) return;
    const uptake = await this.uptake(sent.window, { timeoutMs: maxWaitMs });
    if (uptake === 'unknown') await sleep(Math.max(0, sent.at + blindMs - Date.now()));
  }

  /** Whether what was just read may be older than the app's last input. */
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

/** An app has one input queue for all of its windows. */
function appOf({ processId, id }: WindowInfo): string {
  return processId > 0 ? String(processId) : id;
}
