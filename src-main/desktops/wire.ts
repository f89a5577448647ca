import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** What a desktop's door is asked: first to start a program, then what that program is to receive. */
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

/** A picture of the largest screen has fewer bytes. */
const maxFrame = 256 * 1024 * 1024;
const lengthBytes = 4;

/** Messages over a stream: each its length, then what structured cloning makes of it, as Node's own channel has it. */
export function sendFrame(stream: Duplex, message: ToDoor | FromDoor): void {
  const body = serialize(message);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(body.length);
  stream.write(Buffer.concat([length, body]));
}

/** Calls back for each message. What is not a message ends the stream. */
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
      // A picture arrives in hundreds of pieces: they are joined once.
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
