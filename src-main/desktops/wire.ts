import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** Requests to a desktop's door: first to start a program, then the program's input. */
export type ToDoor =
  | {
      readonly type: 'start';
      readonly command: string;
      readonly args: readonly string[];
      /** Whether it speaks over Node's channel, as an engine does. */
      readonly channel: boolean;
    }
  | { readonly type: 'message'; readonly value: unknown };

export type FromDoor =
  | { readonly type: 'message'; readonly value: unknown }
  /** Its standard output and error. */
  | { readonly type: 'output'; readonly text: string }
  /** `reason` for a person, e.g. `exit code 1`. */
  | { readonly type: 'exit'; readonly reason: string; readonly code: number | null };

/** Larger than a screenshot of the largest screen. */
const maxFrame = 256 * 1024 * 1024;
const lengthBytes = 4;

/** Messages over a stream: each its length, then its structured clone, as on Node's own channel. */
export function sendFrame(stream: Duplex, message: ToDoor | FromDoor): void {
  const body = serialize(message);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(body.length);
  stream.write(Buffer.concat([length, body]));
}

/** Calls back for each message. An invalid one ends the stream. */
export function onFrame(stream: Duplex, listener: (message: unknown) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    size += chunk.length;
    for (;;) {
      if (size < lengthBytes) return;
      let all = parts.length === 1 ? (parts[0] as Buffer) : null;
      const length = (all ?? firstBytes(parts)).readUInt32BE();
      if (length > maxFrame) return void stream.destroy();
      // A screenshot arrives in hundreds of chunks: they are joined once.
      if (size < lengthBytes + length) return;
      all ??= Buffer.concat(parts);
      const message = parsed(all.subarray(lengthBytes, lengthBytes + length));
      parts = [all.subarray(lengthBytes + length)];
      size -= lengthBytes + length;
      if (message === null) return void stream.destroy();
      listener(message);
    }
  });
}

function firstBytes(parts: Buffer[]): Buffer {
  const first = parts[0] as Buffer;
  if (first.length >= lengthBytes) return first;
  parts.splice(0, parts.length, Buffer.concat(parts));
  return parts[0] as Buffer;
}

function parsed(body: Buffer): unknown {
  try {
    return deserialize(body);
  } catch {
    return null;
  }
}
