import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/errors';
import { defaultSettings, type Settings, type SettingsChange } from '#contract/model/settings';
import { atomicWrite, moveFile } from '../base/files/atomic-write.ts';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { Log } from '../base/log.ts';
import { makeFolder } from '../base/files/profile-folder.ts';
import { watchFile } from '../base/files/watch-file.ts';
import { changeRaw, parseSettings, pickSettings, type ReadSettings } from './read-settings.ts';

/**
 * The user's settings in one JSON file, which they may also edit by hand, at any time: it is read again before each
 * change and whenever it changes, and its unknown content is kept. An unreadable file stays until something must be
 * written, and is then kept as `.bad`.
 */
export class SettingsStore {
  readonly #file: string;
  readonly #log: Log;
  readonly #emitter = new Emitter<{ changed: Settings; troubled: readonly string[] }>();
  /** The settings in effect; the last readable ones while the file is broken. */
  #read = nothingRead;
  /** Changes that the disk refused: in effect until this process ends. */
  #unsaved: SettingsChange = {};
  #queue: Promise<unknown> = Promise.resolve();
  #watching: Disposable | null = null;

  private constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  static async open(file: string, log: Log): Promise<SettingsStore> {
    const store = new SettingsStore(file, log);
    store.#read = await store.#load();
    for (const problem of store.problems) log('warn', problem);
    const look = () => void store.#next(() => store.#look());
    try {
      // The folder is watched, and does not exist at the first start.
      makeFolder(path.dirname(file));
      store.#watching = watchFile(file, look, (error) => log('warn', `${file} is not watched any more`, error));
    } catch (error) {
      log('warn', `${file} is not watched: changes by hand count from the next start on`, error);
    }
    return store;
  }

  get current(): Settings {
    return this.#read.settings;
  }

  /** Problems of the file, each a sentence. */
  get problems(): readonly string[] {
    return this.#read.problems;
  }

  /** Called for every change, whatever its source. */
  onChange(listener: (settings: Settings) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /** Called when the problems of the file change. */
  onTrouble(listener: (problems: readonly string[]) => void): Disposable {
    return this.#emitter.on('troubled', listener);
  }

  /**
   * Changes these settings and no others.
   * @throws AppError `file_error` if they are in effect, but could not be saved
   */
  update(change: SettingsChange): Promise<Settings> {
    return this.#next(async () => {
      this.#unsaved = { ...this.#unsaved, ...change };
      await this.#look();
      await this.#save();
      await this.#look();
      return this.current;
    });
  }

  async close(): Promise<void> {
    this.#watching?.dispose();
    await this.#queue;
  }

  /** One after the other: two pages may change settings at once. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #look(): Promise<void> {
    const before = this.#read;
    this.#read = await this.#load();
    const { settings, problems } = this.#read;
    if (!isDeepStrictEqual(settings, before.settings)) this.#emitter.emit('changed', settings);
    if (isDeepStrictEqual(problems, before.problems)) return;
    for (const problem of problems) this.#log('warn', problem);
    this.#emitter.emit('troubled', problems);
  }

  /** The file's settings, plus unsaved changes. */
  async #load(): Promise<ReadSettings> {
    const read = await readSettingsFile(this.#file);
    const { raw, problems } = read ?? { raw: this.#read.raw, problems: [unreadable(this.#file)] };
    const changed = changeRaw(raw, this.#unsaved);
    return { raw: changed, settings: pickSettings(changed).settings, problems };
  }

  async #save(): Promise<void> {
    const file = this.#file;
    try {
      if ((await readSettingsFile(file)) === null) await moveFile(file, freeName(`${file}.bad`));
      await atomicWrite(file, `${JSON.stringify(this.#read.raw, null, 2)}\n`);
      this.#unsaved = {};
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new AppError('file_error', `The change holds until Deskscope ends, but could not be saved: ${why}.`, {
        hint: `Free disk space or fix the permissions of ${file}, then try again.`,
        cause,
      });
    }
  }
}

const nothingRead: ReadSettings = { raw: {}, settings: defaultSettings, problems: [] };

/** Null if the file cannot be read. A missing file means no settings. */
async function readSettingsFile(file: string): Promise<ReadSettings | null> {
  try {
    return parseSettings(await readFile(file, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? nothingRead : null;
  }
}

function unreadable(file: string): string {
  return `${file} cannot be read as JSON: what held before still holds, at a start the defaults. Mend it; the first change in Settings replaces it and keeps its text beside it as .bad.`;
}

function freeName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}
