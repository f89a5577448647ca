import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { toWire, AppError, type WireError } from '#contract/errors';
import type { OpenedFile } from '#contract/model/app/opened-file';
import { quoted } from '#contract/foreign-text';
import { recordingOf } from '../../runs/analysis/recording/from-run.ts';
import { importRecording, isImportableFolder, looksImportable } from '../../recorder/saving/import-recording.ts';
import { readRecording } from '../../recorder/saving/files.ts';
import type { RecorderStore } from '../../recorder/store.ts';
import type { Runs } from '../../runs/runs.ts';
import { isForeignRun, looksLikeForeignRun } from '../../runs/import/import-run.ts';
import { traceFiles } from '../../runs/trace/trace-files.ts';

export interface OpenerOptions {
  readonly recorder: Pick<RecorderStore, 'state' | 'load' | 'isOwn'>;
  readonly runs: Pick<Runs, 'add' | 'import' | 'trace' | 'place'>;
  readonly isReplaying: () => boolean;
  /** Asks what to do with unsaved steps. */
  readonly askUnsaved: () => Promise<'save' | 'discard' | 'cancel'>;
  /** Saves the recording; null if the user changed their mind about where. */
  readonly save: () => Promise<string | null>;
  readonly opened: (file: OpenedFile) => void;
  /** A file or a folder that was opened, as a person finds it again. */
  readonly remember: (place: string) => void;
  readonly refused: (error: WireError) => void;
}

/** Opens recordings and runs from any source: dialogs, the command line, the desktop. One after the other. */
export class Opener {
  readonly #options: OpenerOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  /**
   * @param place a file or the folder of a run; its content reports what it is
   * @throws AppError `not_found`, `file_error`, `busy`, or `invalid_parameter` for what is neither
   */
  open(place: string): Promise<void> {
    return this.#inTurn(() => this.#open(place));
  }

  /**
   * Opens what was done in a run as a recording, which is saved nowhere yet.
   * @throws AppError `not_found` for a run of which nothing can be a step, `busy`
   */
  openAsRecording(run: string): Promise<void> {
    return this.#inTurn(() => this.#openAsRecording(run));
  }

  /** Opens a file for no waiting caller: a failure is announced. */
  async take(place: string): Promise<void> {
    try {
      await this.open(place);
    } catch (error) {
      this.#options.refused(toWire(error));
    }
  }

  #inTurn(open: () => Promise<void>): Promise<void> {
    const opening = this.#last.then(open);
    this.#last = opening.catch(() => undefined);
    return opening;
  }

  async #open(place: string): Promise<void> {
    const found = await recognise(place);
    const opens = await this.#opens(found);
    if (opens) this.#options.remember(found.place);
  }

  /** @returns whether it was opened: the user may want to keep the current recording */
  #opens({ kind, place }: Awaited<ReturnType<typeof recognise>>): Promise<boolean> {
    if (kind === 'recording') return this.#openRecording(place);
    if (kind === 'import') return this.#import(place);
    return this.#openRun({ kind, place });
  }

  async #openRun({ kind, place }: { readonly kind: 'run' | 'foreign run'; readonly place: string }): Promise<true> {
    const { runs, opened } = this.#options;
    const { id } = kind === 'run' ? await runs.add(place) : await runs.import(place);
    opened({ kind: 'run', run: id });
    return true;
  }

  async #openRecording(path: string): Promise<boolean> {
    const recording = await readRecording(path);
    const isForeign = !(await this.#options.recorder.isOwn(recording));
    return this.#take(path, () => this.#options.recorder.load(recording, path, [], isForeign));
  }

  /** It has no file of its own yet, as an import has another format than its source. */
  async #import(path: string): Promise<boolean> {
    const { recording, notes } = await importRecording(path, new Date().toISOString());
    return this.#take(path, () => this.#options.recorder.load(recording, null, notes, true));
  }

  async #openAsRecording(run: string): Promise<void> {
    const { runs, recorder } = this.#options;
    const { recording, notes } = await recordingOf(await runs.trace(run), new Date().toISOString());
    if (recording.steps.length === 0) throw noSteps(notes);
    await this.#take(runs.place(run), () => recorder.load(recording, null, notes, true));
  }

  async #take(path: string, load: () => void): Promise<boolean> {
    const { recorder, isReplaying, opened } = this.#options;
    if (recorder.state.status === 'recording')
      throw new AppError('busy', 'Stop the recording before you open another.');
    if (isReplaying()) throw new AppError('busy', 'Stop the replay before you open another recording.');
    if (!(await this.#mayReplace())) return false;
    load();
    opened({ kind: 'recording', path });
    return true;
  }

  async #mayReplace(): Promise<boolean> {
    const { dirty, recording, path } = this.#options.recorder.state;
    // Nothing is lost with one that was emptied and saved nowhere.
    if (!dirty || (recording.steps.length === 0 && path === null)) return true;
    const answer = await this.#options.askUnsaved();
    return answer === 'save' ? (await this.#options.save()) !== null : answer === 'discard';
  }
}

function noSteps([first]: readonly string[]): AppError {
  const hint = first ?? 'It only looked.';
  return new AppError('not_found', 'This run contains no call that can become a step.', { hint });
}

/** Larger ones are not recordings, in bytes. */
const maxRecording = 100_000_000;

/** How many bytes from the start identify a file. */
const headBytes = 1_024;

const zipSignature = 'PK';

/**
 * Detects by content whether a path is a recording, a run, or a foreign run; the trace in a run's folder stands for the
 * folder.
 * @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is neither
 */
async function recognise(
  place: string,
): Promise<{ readonly kind: 'recording' | 'run' | 'import' | 'foreign run'; readonly place: string }> {
  const found = await stat(place).catch((error: unknown) => {
    throw unreadable(place, error);
  });
  if (found.isDirectory()) return { kind: await kindOfFolder(place), place };
  // A special file may never end, and reading it never return.
  if (!found.isFile()) throw foreign(place);
  const name = path.basename(place);
  if (name === traceFiles.trace || name === traceFiles.index) return { kind: 'run', place: path.dirname(place) };
  const head = await readHead(place);
  if (looksLikeForeignRun(head)) return { kind: 'foreign run', place };
  const isImport = looksImportable(head);
  if (head.startsWith(zipSignature)) return { kind: isImport ? 'import' : 'run', place };
  if (found.size > maxRecording) throw foreign(place);
  if (isImport) return { kind: 'import', place };
  if (
    !head
      .replace(/^\ufeff/, '')
      .trimStart()
      .startsWith('{')
  )
    throw foreign(place);
  return { kind: 'recording', place };
}

/** A foreign folder with acts is a run; its log alone is opened as a recording. */
async function kindOfFolder(folder: string): Promise<'run' | 'import' | 'foreign run'> {
  if (await isForeignRun(folder)) return 'foreign run';
  return (await isImportableFolder(folder)) ? 'import' : 'run';
}

async function readHead(place: string): Promise<string> {
  const file = await open(place, 'r').catch((error: unknown) => {
    throw unreadable(place, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function foreign(place: string): AppError {
  return new AppError('invalid_parameter', `${quoted(place)} is neither a recording nor a run of Deskscope.`, {
    hint: 'Recordings are JSON files, runs are folders or zips with a trace.',
  });
}

function unreadable(place: string, cause: unknown): AppError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new AppError('not_found', `There is no ${quoted(place)}.`, { cause });
  return new AppError('file_error', `${quoted(place)} cannot be read: ${message}.`, { cause });
}
