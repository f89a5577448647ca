/**
 * Calls in flight to one peer before the next waits. 256 is where a walk of 21,000 nodes was fastest; with thousands
 * the bus daemon's search among pending replies takes over. A window per peer keeps a frozen app from holding the others.
 */
const window = 256;

/**
 * That of bulk while something else is asked, and for a moment after it was answered, in milliseconds: a hit test asks one
 * question after the other, and each of them waits for all that is in flight.
 */
const windowBesideOthers = 8;
const momentMs = 20;

/** Calls to a peer that take turns. */
export class Lane<T> {
  readonly queue = new Queue<T>();
  inFlight = 0;
  window = window;

  /** A call may be sent at once. */
  get hasRoom(): boolean {
    return this.inFlight < this.window && this.queue.isEmpty;
  }

  /**
   * Sends what may be sent now: a full window is filled up when it is half empty; many calls in one write spare the bus its
   * waking up. A callback, since this is asked with each reply, and a generator for each is most of what a walk allocates.
   */
  fill(send: (item: T) => void): void {
    if (this.queue.isEmpty || this.inFlight > this.window / 2) return;
    for (let next = this.queue.take(); next !== undefined; next = this.queue.take()) {
      send(next);
      if (this.inFlight >= this.window) return;
    }
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.queue.isEmpty;
  }
}

/** What one peer on the bus is asked. */
export class Peer<T> {
  readonly #bulk = new Lane<T>();
  readonly #others = new Lane<T>();
  #otherAt = -Infinity;

  /** The lane of a call that is about to be made. */
  laneFor(isBulk: boolean): Lane<T> {
    if (!isBulk) this.#otherAt = performance.now();
    return isBulk ? this.#bulk : this.#others;
  }

  answered(lane: Lane<T>): void {
    if (lane === this.#others) this.#otherAt = performance.now();
  }

  /** Sends what is to be sent now. */
  fill(send: (item: T) => void): void {
    this.#others.fill(send);
    const isAlone = this.#others.inFlight === 0 && performance.now() - this.#otherAt > momentMs;
    this.#bulk.window = isAlone ? window : windowBesideOthers;
    this.#bulk.fill(send);
  }

  rest(): readonly T[] {
    return [...this.#others.queue.rest(), ...this.#bulk.queue.rest()];
  }

  get isIdle(): boolean {
    return this.#bulk.isIdle && this.#others.isIdle;
  }
}

/** First in, first out, in constant time: taking from the front of a long array moves all of it. */
export class Queue<T> {
  #items: T[] = [];
  #taken = 0;

  get isEmpty(): boolean {
    return this.#taken === this.#items.length;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    const item = this.#items[this.#taken];
    if (item === undefined) return undefined;
    this.#taken++;
    if (this.isEmpty) {
      this.#items = [];
      this.#taken = 0;
    }
    return item;
  }

  /** What still waits. */
  rest(): readonly T[] {
    return this.#items.slice(this.#taken);
  }
}
