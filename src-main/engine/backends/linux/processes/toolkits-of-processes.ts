import { sleep } from '../../../../base/async/deadline.ts';
import { toolkitOfProcess } from './toolkit-of-process.ts';

/** How long a list waits for programs it has not seen before, in milliseconds: only one in trouble takes longer. */
const patienceMs = 40;
const maxRemembered = 512;

/** What draws the windows of each process: looked up once, and never held against the list when it takes long. */
export class ToolkitsOfProcesses {
  readonly #known = new Map<number, string>();
  readonly #pending = new Map<number, Promise<void>>();
  readonly #learnt: () => void;

  /** @param learnt called when an answer came that the list did not wait for */
  constructor(learnt: () => void) {
    this.#learnt = learnt;
  }

  /** Empty where not known, or not known yet. */
  of(processId: number): string {
    return this.#known.get(processId) ?? '';
  }

  /** Looks up those that are not known, and waits a little for them. */
  async learn(processIds: readonly number[]): Promise<void> {
    const unknown = processIds.filter((id) => id !== 0 && !this.#known.has(id));
    if (unknown.length === 0) return;
    let late = false;
    const all = Promise.all(unknown.map((id) => this.#lookUp(id)));
    void all.then(() => late && this.#learnt());
    const patience = new AbortController();
    const givenUp = sleep(patienceMs, patience.signal).then(
      () => void (late = true),
      () => undefined,
    );
    await Promise.race([all, givenUp]);
    patience.abort();
  }

  #lookUp(processId: number): Promise<void> {
    let pending = this.#pending.get(processId);
    if (!pending) {
      pending = toolkitOfProcess(processId).then((toolkit) => this.#remember(processId, toolkit));
      this.#pending.set(processId, pending);
    }
    return pending;
  }

  #remember(processId: number, toolkit: string): void {
    this.#pending.delete(processId);
    const oldest = this.#known.keys().next();
    if (this.#known.size >= maxRemembered && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(processId, toolkit);
  }
}
