import type { Socket } from 'node:net';
import { z } from 'zod';

const newline = 0x0a;
/** Larger than any message or picture. */
const mostBytes = 500_000_000;

/** A message of the extension: an answer or refusal with the `id` of the query, or an event. */
const line = z.looseObject({
  id: z.number().optional(),
  refused: z.string().optional(),
  why: z.string().optional(),
  event: z.string().optional(),
  /** Number of bytes that follow the line. */
  bytes: z.number().int().min(0).max(mostBytes).optional(),
});
export type Message = z.output<typeof line> & { readonly data?: Buffer };

/** Splits a stream into lines of JSON and their announced payload bytes. Malformed input ends it. */
export class Messages {
  #chunks: Buffer[] = [];
  #length = 0;
  #listener: (message: Message) => void = () => undefined;
  /** The message whose payload is incomplete. */
  #announced: Message | null = null;

  constructor(socket: Pick<Socket, 'on' | 'destroy'>) {
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#chunks.push(chunk);
        this.#length += chunk.length;
        if (this.#length > mostBytes) throw new Error('It does not end.');
        while (this.#announced ? this.#bytes(this.#announced) : this.#line());
      } catch {
        socket.destroy();
      }
    });
  }

  /** Only the last one receives bytes. */
  listen(listener: (message: Message) => void): void {
    this.#listener = listener;
  }

  #line(): boolean {
    const end = this.#joined().indexOf(newline);
    if (end < 0) return false;
    const message = line.parse(JSON.parse(this.#take(end + 1).toString()));
    if (message.bytes === undefined) this.#listener(message);
    else this.#announced = message;
    return true;
  }

  #bytes(message: Message): boolean {
    const { bytes = 0 } = message;
    // Joined once: a picture arrives in hundreds of chunks.
    if (this.#length < bytes) return false;
    this.#announced = null;
    this.#listener({ ...message, data: this.#take(bytes) });
    return true;
  }

  #joined(): Buffer {
    const [only, ...more] = this.#chunks;
    const joined = only && more.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  #take(length: number): Buffer {
    const all = this.#joined();
    this.#chunks = [all.subarray(length)];
    this.#length -= length;
    return all.subarray(0, length);
  }
}
