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
