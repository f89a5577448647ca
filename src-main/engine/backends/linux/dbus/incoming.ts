import { messageSize, readMessage, type Message } from './message.ts';

/** Splits the stream of a connection into messages. A long message is joined once, when it is complete. */
export class Incoming {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes needed before the next check. */
  #needed = 0;

  /** The messages completed by this chunk, each valid until the next is taken. The chunk may be reused. */
  *add(chunk: Buffer): Generator<Message> {
    this.#length += chunk.length;
    if (this.#length < this.#needed) {
      this.#chunks.push(Buffer.from(chunk));
      return;
    }
    const bytes = this.#chunks.length === 0 ? chunk : Buffer.concat([...this.#chunks, chunk]);
    this.#chunks.length = 0;
    let at = 0;
    let size = messageSize(bytes, at);
    while (size !== null && bytes.length - at >= size) {
      yield readMessage(bytes.subarray(at, at + size));
      at += size;
      size = messageSize(bytes, at);
    }
    this.#length = bytes.length - at;
    if (this.#length > 0) this.#chunks.push(Buffer.from(bytes.subarray(at)));
    this.#needed = size ?? 0;
  }
}
