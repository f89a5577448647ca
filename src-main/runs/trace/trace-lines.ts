import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Emitter } from '../../base/async/emitter.ts';
import type { Log } from '../../base/log.ts';
import { isStory, type AgentStepSummary, type StoryEvent } from '#contract/model/agents/agent-step';
import { traceVersion, type CallSummary, type RunEnding, type TraceEvent } from '#contract/model/runs/trace';
import { AppendFile, traceFiles } from './trace-files.ts';
import { keyOf, type IndexEntry } from './index-entry.ts';
import { beginRunFile, endRunFile, type RunAbout } from '../files/run-file.ts';
import { readIndex, writeIndex } from './trace-folder.ts';
import { TraceIndex } from './trace-index.ts';

/** Number of calls whose numbers are remembered; events after a call's end arrive within seconds. */
const keptNumbers = 10_000;
/** How often the index is written, in milliseconds. */
const indexEveryMs = 250;

export interface TraceLinesOptions extends RunAbout {
  /** Made with the first line if it does not exist, for the user alone, in one that does; a trace there is continued. */
  readonly folder: string;
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

/**
 * The lines of a trace, written at once, and its index, written soon after. The first failure ends it, with one
 * message.
 */
export class TraceLines {
  stopped = false;
  readonly emitter = new Emitter<{ call: CallSummary; step: AgentStepSummary; story: StoryEvent }>();
  readonly #options: TraceLinesOptions;
  readonly #index = new TraceIndex();
  #files: Files | null = null;
  /** Last updated last. */
  readonly #unwritten = new Map<string, IndexEntry>();
  #indexTimer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Numbers of this process's calls. */
  readonly #numbers = new Map<number, number>();
  /** Numbers continue in a continued trace. */
  #last = 0;
  #monoStart = performance.now();

  constructor(options: TraceLinesOptions) {
    this.#options = options;
  }

  /** The number of a call of this process in the trace, which counts calls as they begin. */
  number(call: number): number {
    this.#open();
    const known = this.#numbers.get(call);
    if (known !== undefined) return known;
    const number = (this.#last += 1);
    this.#numbers.set(call, number);
    const [oldest] = this.#numbers.keys();
    if (this.#numbers.size > keptNumbers && oldest !== undefined) this.#numbers.delete(oldest);
    return number;
  }

  append(line: Line): void {
    const files = this.#open();
    if (!files) return;
    const mono = Math.round((performance.now() - this.#monoStart) * 10) / 10;
    const event = { ...line, at: new Date().toISOString(), mono } as TraceEvent;
    try {
      for (const entry of this.#index.add(event, files.trace.append(JSON.stringify(event)))) this.#changed(entry);
    } catch (error) {
      this.stop(error);
    }
  }

  #changed(entry: IndexEntry): void {
    this.#indexLater(entry);
    const { summary, step, story } = entry;
    if (summary) this.emitter.emit('call', summary);
    if (step) this.emitter.emit('step', step);
    if (story && isStory(story.event)) this.emitter.emit('story', { at: story.at, event: story.event });
  }

  /** The index delays no call: its missing entries are read from the trace after a crash. */
  #indexLater(entry: IndexEntry): void {
    const key = keyOf(entry);
    this.#unwritten.delete(key);
    this.#unwritten.set(key, entry);
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

  /** Writes the last line, and how the run ended. A trace without any line leaves nothing. */
  async close(outcome: RunEnding): Promise<void> {
    const isOpen = this.#files !== null;
    if (isOpen) this.append({ type: 'end' });
    this.#writeIndex();
    this.#closeFiles();
    if (!isOpen || this.stopped) return;
    await endRunFile(this.#options.folder, outcome).catch((error: unknown) => this.stop(error));
    // Until now each entry was written again with each change.
    await writeIndex(this.#options.folder, this.#index);
  }

  /** Ends it, and removes its folder. */
  async remove(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.#indexTimer);
    this.#closeFiles();
    await rm(this.#options.folder, { recursive: true, force: true });
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
      this.#last = this.#index.calls().at(-1)?.call ?? 0;
      // A crash may have kept some out of the index.
      for (const entry of this.#index.entries()) this.#unwritten.set(keyOf(entry), entry);
    }
    this.#monoStart -= Math.max(0, Date.now() - beginRunFile(folder, this.#options));
  }

  #closeFiles(): void {
    this.#closed = true;
    this.#files?.trace.close();
    this.#files?.index.close();
    this.#files = null;
  }
}
