import { watch } from 'node:fs';
import path from 'node:path';
import { disposable, type Disposable } from '../../base/disposable.ts';
import { readConfig } from './load-config.ts';
import { parseConfig, type ParsedConfig } from './parse-config.ts';
import type { Variables } from './variables.ts';

export interface WatchOptions {
  readonly variables: Variables;
  /** Told whenever the file was written; it may say the same as before. */
  readonly onConfig: (parsed: ParsedConfig) => void;
  /** Told why a change is not used; what was read before still holds. */
  readonly onBroken: (error: unknown) => void;
}

/** Editors write a file in several steps; so long it must be quiet, in milliseconds. */
const quietMs = 100;

/**
 * Reads a configuration again whenever it changes. The folder is watched, because many editors put a new file in the
 * place of the old one.
 * @throws AppError where the folder cannot be watched
 */
export function watchConfig(file: string, options: WatchOptions): Disposable {
  let before = '';
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const text = await readConfig(file);
      if (text === before) return;
      before = text;
      options.onConfig(parseConfig(text, { file, variables: options.variables }));
    } catch (error) {
      options.onBroken(error);
    }
  }

  const watcher = watch(path.dirname(path.resolve(file)), (_, name) => {
    if (name !== null && name !== path.basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (reading = reading.then(look)), quietMs);
  });
  watcher.on('error', options.onBroken);
  return disposable(() => {
    clearTimeout(timer);
    watcher.close();
  });
}
