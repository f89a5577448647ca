import { watch } from 'node:fs';
import path from 'node:path';
import { disposable, type Disposable } from '../async/disposable.ts';

/** Editors write a file in several steps; so long it must be quiet, in milliseconds. */
const quietMs = 100;

/**
 * Calls `changed` whenever the file is written, created or deleted, even if the content is the same. The folder is
 * watched, because many editors replace the file with a new one.
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
