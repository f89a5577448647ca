/** What the server counts up to before it begins again: milliseconds in 32 bits. */
const round = 2 ** 32;
/** Further back than this a time is not believed, in milliseconds: the clocks of two machines drift apart. */
const mostBehindMs = 10_000;

/**
 * When an event happened, by the server's own clock: one that is received late, as on a busy machine, happened no later for that.
 * A quick tap stays one. https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#glossary (Timestamp)
 */
export class ServerClock {
  /** From the server's clock to ours, by the event that was received soonest. */
  #offset = Infinity;
  #last = 0;
  #rounds = 0;

  /**
   * @param stamp milliseconds on the server's clock, in 32 bits
   * @param receivedAt when it was received, in milliseconds on ours
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
