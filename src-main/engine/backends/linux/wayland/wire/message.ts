/**
 * A signed or unsigned integer, a string, a null string, or a descriptor:
 * https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format
 */
export type Argument = number | string | null | { readonly fd: number };

const headerLength = 8;

/** A fixed-point number: 24 bits before and 8 after the point. */
export function fixed(value: number): number {
  return Math.round(value * 256);
}

/** A serialised request, and its descriptors. */
export function encode(
  object: number,
  opcode: number,
  args: readonly Argument[],
): { readonly data: Buffer; readonly fds: readonly number[] } {
  const fds: number[] = [];
  const parts = args.map((arg) => {
    if (typeof arg === 'number') return word(arg);
    if (typeof arg === 'string') return text(arg);
    if (arg === null) return word(0);
    fds.push(arg.fd);
    return Buffer.alloc(0);
  });
  const data = Buffer.concat([Buffer.alloc(headerLength), ...parts]);
  data.writeUInt32LE(object, 0);
  data.writeUInt32LE(((data.length << 16) | opcode) >>> 0, 4);
  return { data, fds };
}

function word(value: number): Buffer {
  const part = Buffer.alloc(4);
  part.writeUInt32LE(value >>> 0, 0);
  return part;
}

function text(value: string): Buffer {
  const length = Buffer.byteLength(value) + 1;
  const part = Buffer.alloc(4 + padded(length));
  part.writeUInt32LE(length, 0);
  part.write(value, 4);
  return part;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** Reads the arguments of an event in order. */
export class EventReader {
  readonly #data: Buffer;
  readonly #fds: number[];
  #at = 0;

  /** @param fds descriptors received with this and later events */
  constructor(data: Buffer, fds: number[] = []) {
    this.#data = data;
    this.#fds = fds;
  }

  /** A descriptor, which the reader must close. @throws Error if none was received, as on a connection without them */
  fd(): number {
    const fd = this.#fds.shift();
    if (fd === undefined) throw new Error('an event without its descriptor');
    return fd;
  }

  uint(): number {
    this.#at += 4;
    return this.#data.readUInt32LE(this.#at - 4);
  }

  int(): number {
    this.#at += 4;
    return this.#data.readInt32LE(this.#at - 4);
  }

  fixed(): number {
    return this.int() / 256;
  }

  text(): string {
    const length = this.uint();
    const found = this.#data.toString('utf8', this.#at, this.#at + Math.max(0, length - 1));
    this.#at += padded(length);
    return found;
  }
}

export interface Incoming {
  readonly object: number;
  readonly opcode: number;
  readonly event: EventReader;
}

/** Splits received data into events; an incomplete one waits for the rest. */
export class Splitter {
  readonly #fds: number[] = [];
  #rest: Buffer = Buffer.alloc(0);

  /** @throws Error if a length is invalid */
  push(chunk: Buffer, fds: readonly number[] = []): readonly Incoming[] {
    this.#fds.push(...fds);
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const found: Incoming[] = [];
    while (data.length >= headerLength) {
      const head = data.readUInt32LE(4);
      const length = head >>> 16;
      if (length < headerLength) throw new Error('an event that is shorter than its head');
      if (data.length < length) break;
      const event = new EventReader(data.subarray(headerLength, length), this.#fds);
      found.push({ object: data.readUInt32LE(0), opcode: head & 0xffff, event });
      data = data.subarray(length);
    }
    this.#rest = data;
    return found;
  }
}
