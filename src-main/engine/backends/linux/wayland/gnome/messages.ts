import type { Socket } from 'node:net';

/** A message of the extension; `data` are the bytes that followed it. */
export type Told = Readonly<Record<string, unknown>>;

const newline = 0x0a;
/** More is no message, and no picture. */
const mostBytes = 500_000_000;

/** Splits a stream into lines of JSON, and the bytes that follow those that announce some. What cannot be read ends it. */
export class Messages {
  #data: Buffer = Buffer.alloc(0);
  #listener: (told: Told) => void = () => undefined;
  /** The message whose bytes are still to come. */
  #announced: { readonly told: Told; readonly bytes: number } | null = null;

  constructor(socket: Pick<Socket, 'on' | 'destroy'>) {
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#data = this.#data.length === 0 ? chunk : Buffer.concat([this.#data, chunk]);
        if (this.#data.length > mostBytes) throw new Error('It does not end.');
        this.#split();
      } catch {
        socket.destroy();
      }
    });
  }

  /** One alone hears them: the last. */
  listen(listener: (told: Told) => void): void {
    this.#listener = listener;
  }

  #split(): void {
    while (this.#announced ? this.#bytes(this.#announced) : this.#line());
  }

  #line(): boolean {
    const end = this.#data.indexOf(newline);
    if (end < 0) return false;
    const told: unknown = JSON.parse(this.#take(end + 1).toString());
    if (typeof told !== 'object' || told === null) throw new Error('It is no message.');
    const message = told as Told;
    const { bytes } = message;
    if (typeof bytes === 'number') this.#announced = { told: message, bytes };
    else this.#listener(message);
    return true;
  }

  #bytes({ told, bytes }: { readonly told: Told; readonly bytes: number }): boolean {
    if (this.#data.length < bytes) return false;
    this.#announced = null;
    this.#listener({ ...told, data: this.#take(bytes) });
    return true;
  }

  #take(length: number): Buffer {
    const taken = this.#data.subarray(0, length);
    this.#data = this.#data.subarray(length);
    return taken;
  }
}
