import { open as openFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { CallDetails, OpenedRun, RunInfo, RunsState } from '#contract/model/run';
import { runFile, type TraceEvent, type TraceEventOf, type TreeChange } from '#contract/model/trace';
import { listRunFolders } from './run-folders.ts';
import { traceFiles } from './trace-files.ts';
import { openTrace, type TraceReader } from './trace-reader.ts';
import { exportZip } from './zip-writer.ts';

export interface RunsOptions {
  /** Where this app keeps its runs. */
  readonly folder: string;
  /** The name of the one that is being written; null where none is. */
  readonly live: string | null;
  readonly changed: (state: RunsState) => void;
}

/** Open traces hold a file each. */
const keptOpen = 4;

/** The runs of this app and those opened from elsewhere: listed, read, exported and removed. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #elsewhere = new Map<string, RunInfo>();
  /** Last used last. */
  readonly #open = new Map<string, Promise<TraceReader>>();
  #warning = '';

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** The run that is being written; null where none is. */
  get live(): string | null {
    return this.#options.live;
  }

  async list(): Promise<RunsState> {
    const { folder, live } = this.#options;
    const names = [...(await listRunFolders(folder))].reverse().filter((name) => name !== live);
    const kept = await Promise.all(names.map((name) => this.#kept(name)));
    const first = live === null ? [] : [{ ...(await this.#kept(live)), kind: 'live' as const }];
    return { runs: [...first, ...this.#elsewhere.values(), ...kept], warning: this.#warning };
  }

  /** Says to everyone what they must know. */
  async warn(warning: string): Promise<void> {
    this.#warning = warning;
    await this.#announce();
  }

  /** @throws AppError `not_found`, `file_error`, `invalid_parameter` for what is no trace */
  async open(run: string): Promise<OpenedRun> {
    const { runs } = await this.list();
    const info = runs.find(({ id }) => id === run);
    if (!info) throw new AppError('not_found', `There is no run ${quoted(run)} any more.`);
    const trace = await this.#reader(run, true);
    if (!trace) return { info, calls: '[]', damaged: 0, complete: false };
    const { calls, damaged, complete } = trace;
    return { info: { ...info, calls: calls.length }, calls: JSON.stringify(calls), damaged, complete };
  }

  /** Lists a trace of elsewhere, a folder or a zip. @throws as {@link Runs.open} */
  async add(place: string): Promise<RunInfo> {
    const id = path.resolve(place);
    this.#elsewhere.delete(id);
    const trace = await openTrace(id);
    const { about, calls } = trace;
    await trace.close();
    const title = about.title || path.basename(id);
    const info = {
      id,
      title,
      started: Date.parse(about.started),
      place: id,
      kind: 'opened',
      calls: calls.length,
    } as const;
    this.#elsewhere.set(id, info);
    await this.#announce();
    return info;
  }

  /** @throws AppError `not_found` */
  async call(run: string, call: number): Promise<CallDetails> {
    const trace = await this.#expect(run);
    const events = await trace.call(call);
    const before = only(events, 'before');
    const after = only(events, 'after');
    const seen = events.filter((event): event is TraceEventOf<'seen'> => event.type === 'seen');
    const at = (phase: 'before' | 'after') => seen.find((event) => event.phase === phase) ?? null;
    const text = (await textOf(trace, after?.textBlob)) ?? after?.text ?? '';
    const whole = parseObject(await textOf(trace, before?.parametersBlob));
    const parameters = whole ?? before?.parameters ?? {};
    return { call, before, after, seen: { before: at('before'), after: at('after') }, parameters, text };
  }

  async treeChange(run: string, call: number): Promise<TreeChange | null> {
    return (await this.#expect(run)).treeChange(call);
  }

  async blob(run: string, blob: string): Promise<Uint8Array | null> {
    return (await this.#reader(run))?.blob(blob) ?? null;
  }

  /** Packs a run. @throws AppError `file_error`, `invalid_parameter` */
  async export(run: string, to: string): Promise<void> {
    const trace = await this.#expect(run);
    if (trace.kind === 'zip') throw new AppError('invalid_parameter', 'This run is a zip already.');
    await exportZip(this.place(run), to);
  }

  /**
   * Removes a run of this app from the disk; one of elsewhere leaves the list only. On Windows a folder stays as long as
   * somebody reads a file of it: then it is tried again for a second. @throws AppError `busy` for the live one
   */
  async remove(run: string): Promise<void> {
    if (run === this.#options.live) throw new AppError('busy', 'This run is being written. Export it instead.');
    await this.#close(run);
    if (!this.#elsewhere.delete(run)) await rm(this.place(run), { recursive: true, force: true, maxRetries: 5 });
    await this.#announce();
  }

  /** Where a run is. @throws AppError `not_found` for what no list offered */
  place(run: string): string {
    const known = this.#elsewhere.get(run);
    if (known) return known.place;
    if (path.basename(run) !== run || run === '..' || run === '.')
      throw new AppError('not_found', `There is no run ${quoted(run)}.`);
    return path.join(this.#options.folder, run);
  }

  async close(): Promise<void> {
    for (const run of [...this.#open.keys()]) await this.#close(run);
  }

  async #kept(name: string): Promise<RunInfo> {
    const place = this.place(name);
    const said = runFile.safeParse(
      parseObject(await readFile(path.join(place, traceFiles.run), 'utf8').catch(() => null)),
    );
    const started = said.success ? Date.parse(said.data.started) : timeIn(name);
    const title = said.success ? said.data.title : name;
    return { id: name, title, started, place, kind: 'kept', calls: await lastCall(place) };
  }

  async #expect(run: string): Promise<TraceReader> {
    const trace = await this.#reader(run, run === this.#options.live);
    if (!trace) throw new AppError('not_found', 'Nothing was called in this run yet.');
    return trace;
  }

  /** Null for the live run before its first call. */
  async #reader(run: string, fresh = false): Promise<TraceReader | null> {
    const known = this.#open.get(run);
    const opening = known ?? openTrace(this.place(run), { keepIndex: run !== this.#options.live });
    this.#open.delete(run);
    this.#open.set(run, opening);
    try {
      const trace = await opening;
      if (known && fresh) await trace.refresh();
      const [oldest] = this.#open.keys();
      if (this.#open.size > keptOpen && oldest !== undefined) await this.#close(oldest);
      return trace;
    } catch (error) {
      this.#open.delete(run);
      if (run === this.#options.live && error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  async #close(run: string): Promise<void> {
    const opening = this.#open.get(run);
    this.#open.delete(run);
    await opening?.then((trace) => trace.close()).catch(() => undefined);
  }

  async #announce(): Promise<void> {
    this.#options.changed(await this.list());
  }
}

function only<T extends TraceEvent['type']>(events: readonly TraceEvent[], type: T): TraceEventOf<T> | null {
  return (events.find((event) => event.type === type) as TraceEventOf<T> | undefined) ?? null;
}

async function textOf(trace: TraceReader, blob: string | undefined): Promise<string | null> {
  const bytes = blob === undefined ? null : await trace.blob(blob);
  return bytes && Buffer.from(bytes).toString('utf8');
}

function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Names of runs are times, with `-` for what file names may not hold. */
function timeIn(name: string): number {
  const time = Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z/, 'T$1:$2:$3.$4Z'));
  return Number.isNaN(time) ? 0 : time;
}

/** How much of the end of an index is looked at for the number of its last call, in bytes. */
const tailBytes = 4_096;

/** The number of the last call that ended, from the end of the index; 0 where there is none. */
async function lastCall(folder: string): Promise<number> {
  const file = await openFile(path.join(folder, traceFiles.index), 'r').catch(() => null);
  if (!file) return 0;
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    const numbers = [...bytes.toString('utf8').matchAll(/\{"summary":\{"call":(\d+)/g)].map(([, call]) => Number(call));
    return Math.max(0, ...numbers);
  } finally {
    await file.close();
  }
}
