import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { runFile, traceVersion, type CallSummary, type RunFile, type TraceEvent } from '#contract/model/trace';
import { AppendFile } from './append-file.ts';
import { readIndex } from './trace-folder.ts';
import { traceFiles } from './trace-files.ts';
import { TraceIndex, type IndexEntry } from './trace-index.ts';

/** How often the index is written, in milliseconds. */
const indexEveryMs = 250;

export interface TraceLinesOptions {
  /** Made with the first line where it does not exist, for the user alone, in one that does; a trace there is continued. */
  readonly folder: string;
  readonly run: string;
  /** What the run is about, for a person. */
  readonly title: string;
  readonly log: Log;
  /** Called once where the trace cannot be written any more; the run goes on. */
  readonly onStopped?: (reason: string) => void;
}

type WithoutTime<E> = E extends TraceEvent ? Omit<E, 'at' | 'mono'> : never;
/** An event before it gets its times. */
export type Line = WithoutTime<TraceEvent>;

interface Files {
  readonly trace: AppendFile;
  readonly index: AppendFile;
}

/** The lines of a trace, written at once, and its index, written soon after. The first failure ends it, with one word about it. */
export class TraceLines {
  stopped = false;
  readonly emitter = new Emitter<{ call: CallSummary }>();
  readonly #options: TraceLinesOptions;
  readonly #index = new TraceIndex();
  #files: Files | null = null;
  /** By call, the last told last. */
  readonly #unwritten = new Map<number, IndexEntry>();
  #indexTimer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Numbers of a trace that is continued go on. */
  #earlier = 0;
  #monoStart = performance.now();

  constructor(options: TraceLinesOptions) {
    this.#options = options;
  }

  /** The number of a call of this process in the trace. */
  number(call: number): number {
    this.#open();
    return this.#earlier + call;
  }

  append(line: Line): void {
    const files = this.#open();
    if (!files) return;
    const mono = Math.round((performance.now() - this.#monoStart) * 10) / 10;
    const event = { ...line, at: new Date().toISOString(), mono } as TraceEvent;
    try {
      const entry = this.#index.add(event, files.trace.append(JSON.stringify(event)));
      if (!entry) return;
      this.#indexLater(entry);
      this.emitter.emit('call', entry.summary);
    } catch (error) {
      this.stop(error);
    }
  }

  /** The index costs no call anything: what it lacks after a crash is read from the trace. */
  #indexLater(entry: IndexEntry): void {
    this.#unwritten.delete(entry.summary.call);
    this.#unwritten.set(entry.summary.call, entry);
    this.#indexTimer ??= setTimeout(() => this.#writeIndex(), indexEveryMs).unref();
  }

  #writeIndex(): void {
    clearTimeout(this.#indexTimer);
    this.#indexTimer = undefined;
    const lines = [...this.#unwritten.values()].map((entry) => JSON.stringify(entry));
    this.#unwritten.clear();
    if (!this.#files || lines.length === 0) return;
    try {
      this.#files.index.append(lines.join('\n'));
    } catch (error) {
      this.stop(error);
    }
  }

  stop(error: unknown): void {
    if (this.stopped) return;
    this.stopped = true;
    this.#closeFiles();
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log('warn', `the trace in ${this.#options.folder} ends here: ${reason}`);
    this.#options.onStopped?.(reason);
  }

  /** Writes the last line. A trace without any call leaves nothing. */
  close(): void {
    if (this.#files) this.append({ type: 'end' });
    this.#writeIndex();
    this.#closeFiles();
  }

  #open(): Files | null {
    if (this.#files || this.stopped || this.#closed) return this.#files;
    const { folder, run, title } = this.#options;
    try {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      this.#continueEarlier(folder);
      const file = (name: string) => new AppendFile(path.join(folder, name));
      this.#files = { trace: file(traceFiles.trace), index: file(traceFiles.index) };
      this.append({ type: 'start', version: traceVersion, run, title });
    } catch (error) {
      this.stop(error);
    }
    return this.#files;
  }

  #continueEarlier(folder: string): void {
    if (existsSync(path.join(folder, traceFiles.trace))) {
      readIndex(folder, this.#index);
      for (const [call, entry] of this.#index.entries) {
        this.#earlier = Math.max(this.#earlier, call);
        // A crash may have kept it out of the index.
        this.#unwritten.set(call, entry);
      }
    }
    const file = path.join(folder, traceFiles.run);
    const now = Date.now();
    const started = existsSync(file) ? startOf(readFileSync(file, 'utf8')) : null;
    if (started === null) writeFileSync(file, `${JSON.stringify(this.#about(now), null, 2)}\n`, { mode: 0o600 });
    else this.#monoStart -= Math.max(0, now - started);
  }

  #about(now: number): RunFile {
    const { run, title } = this.#options;
    const host = { platform: process.platform, release: os.release() };
    return { version: traceVersion, run, title, started: new Date(now).toISOString(), host };
  }

  #closeFiles(): void {
    this.#closed = true;
    this.#files?.trace.close();
    this.#files?.index.close();
    this.#files = null;
  }
}

/** Milliseconds since the epoch; null for what is no such file. */
function startOf(text: string): number | null {
  try {
    const about = runFile.safeParse(JSON.parse(text));
    const started = about.success ? Date.parse(about.data.started) : NaN;
    return Number.isNaN(started) ? null : started;
  } catch {
    return null;
  }
}
