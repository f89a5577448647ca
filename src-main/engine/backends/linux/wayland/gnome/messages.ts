import type { Socket } from 'node:net';
import { z } from 'zod';

const newline = 0x0a;
/** More is not a message, and no picture. */
const mostBytes = 500_000_000;

/** What the extension reports: an answer or a refusal, which have the `id` of the question, or an event. */
const line = z.looseObject({
  id: z.number().optional(),
  refused: z.string().optional(),
  why: z.string().optional(),
  event: z.string().optional(),
  /** So many follow the line. */
  bytes: z.number().int().min(0).max(mostBytes).optional(),
});
export type Message = z.output<typeof line> & { readonly data?: Buffer };

/** Splits a stream into lines of JSON, and the bytes that follow those that announce some. What cannot be read ends it. */
export class Messages {
  #chunks: Buffer[] = [];
  #length = 0;
  #listener: (message: Message) => void = () => undefined;
  /** The message whose bytes are still to come. */
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

  /** One alone receives them: the last. */
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
    // Joined once: a picture comes in hundreds of chunks.
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
