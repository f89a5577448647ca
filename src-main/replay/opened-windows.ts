import type { ToolSession } from '../tools/session/tool-session.ts';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { WindowId } from '#contract/model/windows/window';

/**
 * The windows that a replay's steps mean, by how they opened: a window that a step opened was neither there before the replay,
 * nor opened by another step.
 */
export class OpenedWindows {
  /** The windows open before the replay; null until its first step ran. */
  #atFirst: ReadonlySet<WindowId> | null = null;
  /** Windows opened by steps that have opened others since. */
  readonly #before = new Set<WindowId>();
  /** By step, the windows that opened during its last run. */
  readonly #opened = new Map<string, readonly WindowId[]>();

  ran({ id }: Step, lastStep: ToolSession['lastStep']): void {
    if (!lastStep) return;
    const { before, after } = lastStep;
    this.#atFirst ??= before;
    // In an earlier turn of its group it opened another window.
    for (const window of this.#opened.get(id) ?? []) this.#before.add(window);
    this.#opened.set(
      id,
      [...after].filter((window) => !before.has(window)),
    );
  }

  /** Windows that its call should use, and those it must not use. */
  meantBy(step: Step, { steps }: Pick<Recording, 'steps'>): ToolSession['intended'] {
    const openers = new Set(steps.flatMap(({ openedBy }) => openedBy ?? []));
    // The step was made manually, or before openers were recorded.
    if (openers.size === 0 || !this.#atFirst) return {};
    if (step.openedBy === undefined || !this.#opened.has(step.openedBy)) return { rather: this.#atFirst };
    const byOthers = [...openers].filter((id) => id !== step.openedBy).flatMap((id) => this.#opened.get(id) ?? []);
    return { except: new Set([...this.#atFirst, ...this.#before, ...byOthers]) };
  }
}
