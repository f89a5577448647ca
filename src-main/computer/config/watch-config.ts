import type { Disposable } from '../../base/async/disposable.ts';
import { watchFile } from '../../base/files/watch-file.ts';
import { readConfig } from './load-config.ts';
import { parseConfig, type ParsedConfig } from './parse-config.ts';
import type { Variables } from './variables.ts';

export interface WatchOptions {
  readonly variables: Variables;
  /** Called whenever the file was written; it may say the same as before. Rejects where it should not be used. */
  readonly onConfig: (parsed: ParsedConfig) => Promise<void>;
  /** Called with the reason why a change is not used; what was read before still holds. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Reads a configuration again whenever it changes.
 * @throws AppError where the folder cannot be watched
 */
export function watchConfig(file: string, options: WatchOptions): Disposable {
  let before = '';
  let reading = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const text = await readConfig(file);
      if (text === before) return;
      before = text;
      await options.onConfig(parseConfig(text, { file, variables: options.variables }));
    } catch (error) {
      options.onBroken(error);
    }
  }

  return watchFile(file, () => void (reading = reading.then(look)), options.onBroken);
}
