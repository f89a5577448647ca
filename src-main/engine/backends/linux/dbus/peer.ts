/**
 * Calls in flight to one peer before the next waits. With 256, a walk of 21,000 nodes was fastest; with thousands, the bus
 * daemon's search among pending replies dominates. A window per peer keeps a frozen app from blocking others.
 */
const window = 256;

/**
 * Limit for bulk calls during other calls, and for a moment after their answers, in milliseconds: a hit test sends queries one
 * after the other, and each waits for everything in flight.
 */
const windowBesideOthers = 8;
const momentMs = 20;

/** Queued calls to a peer. */
export class Lane<T> {
  readonly queue = new Queue<T>();
  inFlight = 0;
  window = window;

  /** A call may be sent at once. */
  get hasRoom(): boolean {
    return this.inFlight < this.window && this.queue.isEmpty;
  }

  /**
   * Sends pending calls: a full window is refilled when it is half empty, since batching writes saves bus wakeups. A callback,
   * since this runs on each reply, and generators would be most of a walk's allocations.
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

/** Pending calls to one peer. */
export class Peer<T> {
  readonly #bulk = new Lane<T>();
  readonly #others = new Lane<T>();
  #otherAt = -Infinity;

  /** The lane of a new call. */
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

/** FIFO in constant time: shifting a long array moves all elements. */
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

  /** Queued calls. */
  rest(): readonly T[] {
    return this.#items.slice(this.#taken);
  }
}
