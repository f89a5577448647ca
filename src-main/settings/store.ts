import { readFile } from 'node:fs/promises';
import { atomicWrite } from '../base/atomic-write.ts';
import type { Log } from '../base/log.ts';
import { moveFile } from '../base/move-file.ts';
import { defaultSettings, settings, type Settings } from '#contract/model/settings';

/** The user's settings in one JSON file. An unreadable file is kept beside the new one as `.bad`, never overwritten. */
export class SettingsStore {
  readonly #file: string;
  readonly #changed: (settings: Settings) => void;
  #current: Settings;

  private constructor(file: string, current: Settings, changed: (settings: Settings) => void) {
    this.#file = file;
    this.#current = current;
    this.#changed = changed;
  }

  static async open(file: string, changed: (settings: Settings) => void, log: Log): Promise<SettingsStore> {
    return new SettingsStore(file, await read(file, log), changed);
  }

  get current(): Settings {
    return this.#current;
  }

  async update(change: Partial<Settings>): Promise<Settings> {
    this.#current = settings.parse({ ...this.#current, ...change });
    this.#changed(this.#current);
    await atomicWrite(this.#file, `${JSON.stringify(this.#current, null, 2)}\n`);
    return this.#current;
  }
}

async function read(file: string, log: Log): Promise<Settings> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return defaultSettings;
  }
  try {
    // Some editors on Windows put a byte order mark before UTF-8.
    return settings.parse(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    log('warn', `${file} cannot be read; the defaults are used and the file is kept as ${file}.bad`, error);
    await moveFile(file, `${file}.bad`);
    return defaultSettings;
  }
}
