import { setImmediate } from 'node:timers/promises';
import { AppError } from '#contract/errors';
import type { JsonBytes } from '#contract/model/runs/run';
import {
  runFile,
  traceVersion,
  type CallSummary,
  type RunFile,
  type TraceEvent,
  type TraceEventOf,
  type TreeChange,
} from '#contract/model/runs/trace';
import type { AgentStepSummary, StoryEvent, ReportedEvent } from '#contract/model/agents/agent-step';
import type { IndexEntry } from './index-entry.ts';
import { takeLines, writeIndex } from './trace-folder.ts';
import { TraceIndex, parseLine } from './trace-index.ts';
import { traceFiles } from './trace-files.ts';
import { openSource, type TraceSource } from './trace-source.ts';
import { changeBetween } from './tree-rows.ts';
import { readTree } from './tree-store.ts';

export interface TraceReader {
  readonly about: RunFile;
  readonly kind: 'folder' | 'zip';
  /** In the order in which they began. */
  readonly calls: readonly CallSummary[];
  /** Our agents' steps, in order; empty without agents. */
  readonly steps: readonly AgentStepSummary[];
  readonly story: readonly StoryEvent[];
  /** The three as JSON; for a run that is `own`, only lines are read. */
  readonly rows: Readonly<Record<'calls' | 'steps' | 'story', JsonBytes>>;
  readonly callCount: number;
  /** How many lines could not be read; a crash leaves at most the last one. */
  readonly damaged: number;
  /** True if the run was closed in order. */
  readonly complete: boolean;
  /** Reads the lines written since. */
  refresh(): Promise<void>;
  /** Every line about one call. @throws AppError `not_found` */
  call(call: number): Promise<readonly TraceEvent[]>;
  /** Every event of one step of an agent. @throws AppError `not_found` */
  step(step: number): Promise<readonly ReportedEvent[]>;
  /** Every event of the trace, in order. */
  events(): Promise<readonly TraceEvent[]>;
  /** Null if it is missing, as after a crash. */
  blob(name: string): Promise<Uint8Array | null>;
  /** What changed in the target's tree from before a call to after it; null if that was not kept. */
  treeChange(call: number): Promise<TreeChange | null>;
  close(): Promise<void>;
}

/**
 * Opens a trace, a folder or a zip: its index is read, and of the trace only what came after it. What a crash left is read
 * as far as it goes.
 * @param options `keepIndex` writes the index of a folder that had none, or a wrong one; not while the trace is written.
 *   `own` for one that this app wrote into its profile, where nobody else writes: its lines are taken at their word, which
 *   takes a fraction of the time
 * @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is no trace or too new
 */
export async function openTrace(
  place: string,
  options: { readonly keepIndex?: boolean; readonly own?: boolean } = {},
): Promise<TraceReader> {
  const source = await openSource(place, options.own);
  try {
    const about = await readAbout(source, place);
    const index = new TraceIndex();
    const whole = index.load(await indexOf(source, options.own === true), await source.traceSize(), options.own);
    const opened = new OpenedTrace(source, place, about, index, options.own === true);
    await opened.refresh();
    if (options.keepIndex && !whole && source.kind === 'folder') await writeIndex(place, index);
    return opened;
  } catch (error) {
    await source.close();
    throw error;
  }
}

class OpenedTrace implements TraceReader {
  readonly #source: TraceSource;
  readonly #place: string;
  readonly #index: TraceIndex;
  readonly #own: boolean;
  #about: RunFile;

  constructor(source: TraceSource, place: string, about: RunFile, index: TraceIndex, own: boolean) {
    this.#own = own;
    this.#source = source;
    this.#place = place;
    this.#index = index;
    this.#about = about;
  }

  get about(): RunFile {
    return this.#about;
  }

  get calls(): readonly CallSummary[] {
    return this.#index.calls();
  }

  get steps(): readonly AgentStepSummary[] {
    return this.#index.steps();
  }

  get story(): readonly StoryEvent[] {
    return this.#index.story();
  }

  get rows() {
    const rows = (kind: Parameters<TraceIndex['rows']>[0]) => this.#index.rows(kind);
    return { calls: rows('call'), steps: rows('step'), story: rows('story') };
  }

  get callCount(): number {
    return this.#index.count('call');
  }

  get damaged(): number {
    return this.#index.damaged.size + this.#index.unread;
  }

  get complete(): boolean {
    return this.#index.complete;
  }

  async refresh(): Promise<void> {
    const from = this.#index.upTo;
    const size = await this.#source.traceSize();
    if (size > from) {
      await takeLines(this.#source.chunks(from), from, {
        most: (this.#own ? Infinity : mostLines) - this.#index.size,
        line: (text, at) => this.#index.addLine(text, at),
        left: (count) => (this.#index.unread = count),
      });
    }
    if (this.#about.ended === undefined) this.#about = await readAbout(this.#source, this.#place);
  }

  get kind(): TraceSource['kind'] {
    return this.#source.kind;
  }

  async call(call: number): Promise<readonly TraceEvent[]> {
    const entry = this.#index.call(call);
    if (!entry) throw new AppError('not_found', `The trace has no call ${call}.`);
    return (await this.#lines(entry)).filter((event) => 'call' in event && event.call === call);
  }

  async step(step: number): Promise<readonly ReportedEvent[]> {
    const entry = this.#index.step(step);
    if (!entry) throw new AppError('not_found', `The trace has no step ${step}.`);
    const reported = await this.#lines(entry);
    return reported.flatMap((event) =>
      event.type === 'agent' ? [{ at: Date.parse(event.at), event: event.agent }] : [],
    );
  }

  async events(): Promise<readonly TraceEvent[]> {
    const events: TraceEvent[] = [];
    let version = traceVersion;
    if (!this.#own && (await this.#source.traceSize()) > largestWhole) throw tooLarge(this.#place);
    await takeLines(pausing(this.#source.chunks(0)), 0, {
      most: this.#own ? Infinity : mostLines,
      line: (line) => {
        const read = parseLine(line, version, this.#own);
        const [first] = read;
        if (first?.type === 'start') version = first.version;
        events.push(...read);
      },
      left: (count) => {
        if (count > 0 && !this.#own) throw tooLarge(this.#place);
      },
    });
    return events;
  }

  blob(name: string): Promise<Uint8Array | null> {
    return this.#source.blob(name);
  }

  async treeChange(call: number): Promise<TreeChange | null> {
    const seen = (await this.call(call)).filter((event): event is TraceEventOf<'seen'> => event.type === 'seen');
    const tree = (phase: string) => seen.find((event) => event.phase === phase)?.tree;
    const [before, after] = [tree('before'), tree('after')];
    if (!before || !after) return null;
    const read = (blob: string) => this.blob(blob);
    const [old, fresh] = await Promise.all([readTree(before, read), readTree(after, read)]);
    return old && fresh && changeBetween(old, fresh);
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  async #lines({ places, version }: IndexEntry): Promise<readonly TraceEvent[]> {
    const events: TraceEvent[] = [];
    for (const [from, length] of places) {
      events.push(...parseLine((await this.#source.trace(from, length)).toString('utf8'), version));
    }
    return events;
  }
}

/** What is read of a trace that others may have written: its lines, and bytes where all of it is needed at once. */
const mostLines = 100_000;
const largestWhole = 64_000_000;
/** Its index is recreated where that is larger. */
const largestIndex = 8_000_000;

async function indexOf(source: TraceSource, own: boolean): Promise<Buffer> {
  const index = (await source.file(traceFiles.index)) ?? Buffer.alloc(0);
  return own || index.length <= largestIndex ? index : Buffer.alloc(0);
}

/** Others have their turn between the pieces. */
async function* pausing(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    await setImmediate();
  }
}

function tooLarge(place: string): AppError {
  return new AppError('invalid_parameter', `The trace ${place} is too large to read as a whole.`, {
    hint: `Traces of others are read whole up to ${mostLines} lines and ${largestWhole / 1e6} MB; its calls can be looked at one by one.`,
  });
}

/** A trace of version 1 has no file about itself; its first line reports the same. */
async function readAbout(source: TraceSource, place: string): Promise<RunFile> {
  const kept = await source.file(traceFiles.run);
  const content = parseJson(kept && kept.length <= largestAbout ? kept.toString('utf8') : '');
  const about = runFile.safeParse(content);
  if (about.success) return checked(about.data);
  const first = (await source.trace(0, firstLineMax)).toString('utf8').split('\n')[0] ?? '';
  const start = parseJson(first) as Partial<TraceEventOf<'start'>> | null;
  if (start?.type !== 'start' || typeof start.version !== 'number') {
    throw new AppError('invalid_parameter', `${place} contains no Deskscope trace.`);
  }
  const { version, run = '', title = '', at = '' } = start;
  return checked({ version, run, title, started: at });
}

const firstLineMax = 10_000;
/** What a trace reports about itself, in bytes. */
const largestAbout = 1_000_000;

function checked(about: RunFile): RunFile {
  if (about.version <= traceVersion) return about;
  const sentence = `The trace has version ${about.version}; this Deskscope reads ${traceVersion}.`;
  throw new AppError('invalid_parameter', sentence, { hint: 'Update Deskscope.' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
