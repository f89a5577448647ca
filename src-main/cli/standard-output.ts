import { fstatSync, writeSync } from 'node:fs';
import type { Streams } from './output.ts';

/** What a full disk, a lost network folder or a closed terminal answers. */
export type OutputFailed = (error: NodeJS.ErrnoException) => void;

/** Windows has two codes for a reader that went away (libuv's `error.c`). */
export function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EOF';
}

/**
 * Standard output whose failures are told, once. Node gives up half of a write to a file without a word where the disk is
 * full (its `SyncWriteStream` ignores how much was written), so files are written here.
 */
export function watchOutput(
  stdout: NodeJS.WriteStream & { readonly fd: number },
  failed: OutputFailed,
): Streams['out'] {
  let told = false;
  const tell = (error: unknown) => {
    if (!told) failed(error as NodeJS.ErrnoException);
    told = true;
  };
  stdout.on('error', tell);
  const put = isFile(stdout.fd)
    ? (text: string) => writeAll(stdout.fd, text)
    : (text: string) => void stdout.write(text);
  return {
    isTTY: stdout.isTTY,
    write(text) {
      try {
        put(text);
      } catch (error) {
        tell(error);
      }
    },
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
