import type { WindowInfo } from '#contract/model/windows/window';
import { formatRef } from '../vocabulary/ref.ts';
import type { FrameCandidate } from './frame.ts';

/** More pairs are forgotten: they are learnt again. */
const maxRemembered = 512;

/**
 * Tells frames apart that have the same title and the same place. Which window is active both sides say; what was learnt
 * from it stays true. The rest goes by age: windows have ascending ids, and apps list their frames as they made them.
 */
export class AmbiguousFrames {
  /** Frame by window id. */
  readonly #known = new Map<string, string>();

  /** @param windows all windows that could be any of the frames, the one that is meant included */
  choose(frames: readonly FrameCandidate[], window: WindowInfo, windows: readonly WindowInfo[]): FrameCandidate | null {
    this.#learn(frames, windows);
    const known = this.#known.get(window.id);
    const learnt = frames.find((frame) => formatRef(frame.ref) === known);
    if (learnt) return learnt;
    const taken = new Set(windows.map((each) => this.#known.get(each.id)));
    const freeFrames = frames.filter((frame) => !taken.has(formatRef(frame.ref)));
    const freeWindows = windows.filter((each) => !this.#known.has(each.id)).sort(byAge);
    const place = freeWindows.findIndex((each) => each.id === window.id);
    return freeFrames[place] ?? freeFrames[0] ?? frames[0] ?? null;
  }

  #learn(frames: readonly FrameCandidate[], windows: readonly WindowInfo[]): void {
    if (this.#known.size > maxRemembered) this.#known.clear();
    const living = new Set(frames.map((frame) => formatRef(frame.ref)));
    for (const { id } of windows) if (!living.has(this.#known.get(id) ?? '')) this.#known.delete(id);
    const [frame, ...otherFrames] = frames.filter((each) => each.isActive);
    const [window, ...otherWindows] = windows.filter((each) => each.active);
    if (!frame || !window || otherFrames.length > 0 || otherWindows.length > 0) return;
    // The app and the window manager take turns when the focus moves: what is known is not unlearnt by that.
    if (this.#known.has(window.id) || [...this.#known.values()].includes(formatRef(frame.ref))) return;
    this.#known.set(window.id, formatRef(frame.ref));
  }
}

function byAge(a: WindowInfo, b: WindowInfo): number {
  return Number(a.id) - Number(b.id);
}
