import { watch } from 'node:fs';
import path from 'node:path';
import { disposable, type Disposable } from '../async/disposable.ts';

/** Editors write a file in several steps; so long it must be quiet, in milliseconds. */
const quietMs = 100;

/**
 * Calls `changed` whenever somebody wrote the file, created it or took it away; it may be as before. The folder is watched,
 * because many editors put a new file in the place of the old one.
 * @throws Error if the folder cannot be watched; `failed` receives what ends the watching later
 */
export function watchFile(file: string, changed: () => void, failed: (error: unknown) => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(path.dirname(path.resolve(file)), (_, name) => {
    if (name !== null && name !== path.basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, quietMs);
  });
  watcher.on('error', failed);
  return disposable(() => {
    clearTimeout(timer);
    watcher.close();
  });
}
