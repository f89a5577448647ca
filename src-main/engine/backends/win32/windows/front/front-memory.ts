/** The last window that came to the front, and when, in milliseconds by the input clock. */
export interface CameToFront {
  readonly window: number;
  readonly time: number;
}

const size = 24;
/** Writing is quick; retrying longer would mean waiting for a dead writer. */
const mostLooks = 1_000;

/** Same in memory shared by two threads: one writes, the other reads without waiting. */
export class FrontMemory {
  readonly buffer: SharedArrayBuffer;
  /** Odd during a write. */
  readonly #writes: Int32Array;
  readonly #values: Float64Array;

  constructor(buffer = new SharedArrayBuffer(size)) {
    this.buffer = buffer;
    this.#writes = new Int32Array(buffer, 0, 1);
    this.#values = new Float64Array(buffer, 8, 2);
  }

  write({ window, time }: CameToFront): void {
    Atomics.add(this.#writes, 0, 1);
    this.#values.set([window, time]);
    Atomics.add(this.#writes, 0, 1);
  }

  /** Null before the first event. */
  read(): CameToFront | null {
    for (let look = 0; look < mostLooks; look++) {
      const before = Atomics.load(this.#writes, 0);
      const [window = 0, time = 0] = this.#values;
      if (before % 2 === 0 && Atomics.load(this.#writes, 0) === before) return window === 0 ? null : { window, time };
    }
    return null;
  }

  /** Resets it. */
  clear(): void {
    this.write({ window: 0, time: 0 });
  }
}
