/** Range of the server's clock before it wraps around: milliseconds in 32 bits. */
const round = 2 ** 32;
/** Times further in the past than this are ignored, in milliseconds: the clocks of two machines drift apart. */
const mostBehindMs = 10_000;

/**
 * The time of an event by the server's own clock, independent of late delivery, e.g. on a busy machine: a quick tap stays
 * quick. https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#glossary (Timestamp)
 */
export class ServerClock {
  /** Offset from the server's clock to ours, from the event with the shortest delay. */
  #offset = Infinity;
  #last = 0;
  #rounds = 0;

  /**
   * @param stamp milliseconds on the server's clock, in 32 bits
   * @param receivedAt when the event was received, in milliseconds on our clock
   * @returns milliseconds on our clock
   */
  at(stamp: number, receivedAt: number): number {
    if (stamp < this.#last - round / 2) this.#rounds += 1;
    this.#last = stamp;
    const served = stamp + this.#rounds * round;
    this.#offset = Math.min(this.#offset, receivedAt - served);
    return Math.max(served + this.#offset, receivedAt - mostBehindMs);
  }
}
