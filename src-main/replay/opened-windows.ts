import type { ToolSession } from '../tools/session/tool-session.ts';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { WindowId } from '#contract/model/windows/window';

/**
 * Which windows the steps of a replay mean, by how they came to be: one that a step opened is none that was there before
 * the replay, and none that another step opened.
 */
export class OpenedWindows {
  /** What was open before the replay; null until its first step ran. */
  #atFirst: ReadonlySet<WindowId> | null = null;
  /** What steps opened that have opened others since. */
  readonly #before = new Set<WindowId>();
  /** By step, what opened while it ran last. */
  readonly #opened = new Map<string, readonly WindowId[]>();

  ran({ id }: Step, lastStep: ToolSession['lastStep']): void {
    if (!lastStep) return;
    const { before, after } = lastStep;
    this.#atFirst ??= before;
    // What it opened in an earlier turn of its group is another window.
    for (const window of this.#opened.get(id) ?? []) this.#before.add(window);
    this.#opened.set(
      id,
      [...after].filter((window) => !before.has(window)),
    );
  }

  /** What its call is to take for its window, and what not. */
  meantBy(step: Step, { steps }: Pick<Recording, 'steps'>): ToolSession['intended'] {
    const openers = new Set(steps.flatMap(({ openedBy }) => openedBy ?? []));
    // Made by hand, or before that was recorded.
    if (openers.size === 0 || !this.#atFirst) return {};
    if (step.openedBy === undefined || !this.#opened.has(step.openedBy)) return { rather: this.#atFirst };
    const byOthers = [...openers].filter((id) => id !== step.openedBy).flatMap((id) => this.#opened.get(id) ?? []);
    return { except: new Set([...this.#atFirst, ...this.#before, ...byOthers]) };
  }
}
