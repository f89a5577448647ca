/** Which window came to the front last, and when, in milliseconds by the clock that input has. */
export interface CameToFront {
  readonly window: number;
  readonly time: number;
}

const size = 24;
/** One that writes is done at once; to look longer would be to wait for one that has died. */
const mostLooks = 1_000;

/** The same in memory that two threads share: one writes, the other reads without waiting for it. */
export class FrontMemory {
  readonly buffer: SharedArrayBuffer;
  /** Odd while somebody writes. */
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

  /** Null before the first time. */
  read(): CameToFront | null {
    for (let look = 0; look < mostLooks; look++) {
      const before = Atomics.load(this.#writes, 0);
      const [window = 0, time = 0] = this.#values;
      if (before % 2 === 0 && Atomics.load(this.#writes, 0) === before) return window === 0 ? null : { window, time };
    }
    return null;
  }

  /** As before the first time. */
  clear(): void {
    this.write({ window: 0, time: 0 });
  }
}
