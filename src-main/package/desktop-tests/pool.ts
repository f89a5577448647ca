import type { Desk } from './open-desk.ts';

/** Keeps desktops ready: the next one starts while the one before is used. */
export class Pool {
  readonly #open: () => Promise<Desk>;
  readonly #size: number;
  readonly #warm: Promise<Desk>[] = [];

  /** @param size how many are ready at a time; 0 for none ahead */
  constructor(open: () => Promise<Desk>, size: number) {
    this.#open = open;
    this.#size = size;
    this.#fill();
  }

  /** A desktop that nobody used before; who takes it stops it. */
  async take(): Promise<Desk> {
    const taken = this.#warm.shift() ?? this.#open();
    // Not beside the start of one that is waited for: they would only share the processors.
    void taken.then(
      () => this.#fill(),
      () => undefined,
    );
    return taken;
  }

  /** Stops those that were not taken. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#warm.splice(0).map(async (desk) => (await desk.catch(() => null))?.stop()));
  }

  #isClosed = false;

  #fill(): void {
    while (!this.#isClosed && this.#warm.length < this.#size) {
      const desk = this.#open();
      // Who takes it hears why.
      desk.catch(() => undefined);
      this.#warm.push(desk);
    }
  }
}
