import { mkdir, rm, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { AgentStepDetails, CallDetails, OpenedRun, RunInfo, RunsState } from '#contract/model/runs/run';
import type { RunKind, TraceEvent, TraceEventOf, TreeChange } from '#contract/model/runs/trace';
import { exportRunAs } from './export-run.ts';
import type { RunExporter, RunExportOptions } from './exporters/exporter.ts';
import { importRun } from './import/import-run.ts';
import { freeRunName, listRunFolders } from './files/run-folders.ts';
import { traceFiles } from './trace/trace-files.ts';
import { openTrace, type TraceReader } from './trace/trace-reader.ts';
import { exportZip } from './files/zip-writer.ts';
import { parseRunFile } from './files/run-file.ts';

const none = new TextEncoder().encode('[]');

/** A run that is being written. */
export interface LiveRun {
  /** The name of its folder, which exists from its first line on. */
  readonly id: string;
  readonly kind: RunKind;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

export interface RunsOptions {
  /** Where this app keeps its runs. */
  readonly folder: string;
  /** The runs being written at this moment; none by default. */
  readonly live?: () => readonly LiveRun[];
  readonly changed: (state: RunsState) => void;
}

/** Open traces hold a file each. */
const keptOpen = 4;

/** The app's runs and those opened from elsewhere: listed, read, exported and removed. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #elsewhere = new Map<string, RunInfo>();
  /** Last used last. */
  readonly #open = new Map<string, Promise<TraceReader>>();
  #warning = '';

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** The runs being written. */
  get live(): readonly LiveRun[] {
    return this.#options.live?.() ?? [];
  }

  isLive(run: string): boolean {
    return this.live.some(({ id }) => id === run);
  }

  /** Publishes the list of runs. */
  async announce(): Promise<void> {
    this.#options.changed(await this.list());
  }

  async list(): Promise<RunsState> {
    const { folder } = this.#options;
    const names = [...(await listRunFolders(folder))].reverse().filter((name) => !this.isLive(name));
    const kept = await Promise.all(names.map((name) => readRunInfo(this.place(name))));
    const written = await Promise.all(this.live.map((run) => this.#written(run)));
    return { runs: [...written, ...this.#elsewhere.values(), ...kept], warning: this.#warning };
  }

  /** Publishes a warning. */
  async warn(warning: string): Promise<void> {
    this.#warning = warning;
    await this.announce();
  }

  /**
   * @param reload makes the index again from the trace: one that is damaged inside a line is taken at its word, see `openTrace`
   * @throws AppError `not_found`, `file_error`, `invalid_parameter` for what is no trace
   */
  async open(run: string, reload = false): Promise<OpenedRun> {
    const { runs } = await this.list();
    const info = runs.find(({ id }) => id === run);
    if (!info) throw new AppError('not_found', `There is no run ${quoted(run)} any more.`);
    if (reload && this.#isOwn(run) && !this.isLive(run)) {
      await this.#close(run);
      await rm(path.join(this.place(run), traceFiles.index), { force: true });
    }
    const trace = await this.#reader(run, true);
    if (!trace) return { info, calls: none, steps: none, story: none, damaged: 0, complete: false };
    const { rows, callCount, damaged, complete } = trace;
    return { info: { ...info, calls: callCount }, ...rows, damaged, complete };
  }

  /** Lists a trace from elsewhere, a folder or a zip. @throws as {@link Runs.open} */
  async add(place: string): Promise<RunInfo> {
    const id = path.resolve(place);
    this.#elsewhere.delete(id);
    const trace = await openTrace(id);
    const { about, callCount } = trace;
    await trace.close();
    const info: RunInfo = {
      id,
      title: about.title || path.basename(id),
      started: Date.parse(about.started),
      place: id,
      kind: about.kind ?? null,
      live: false,
      opened: true,
      calls: callCount,
      ended: about.ended === undefined ? null : Date.parse(about.ended),
      outcome: about.outcome ?? null,
      origin: about.origin ?? null,
    };
    this.#elsewhere.set(id, info);
    await this.announce();
    return info;
  }

  /** Imports a foreign run, which then belongs to this app. @throws as `importRun` */
  async import(place: string): Promise<RunInfo> {
    const { folder } = this.#options;
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    const id = freeRunName(folder, new Set(this.live.map((run) => run.id)));
    await importRun(place, path.join(folder, id));
    await this.announce();
    return readRunInfo(this.place(id));
  }

  /** @throws AppError `not_found` */
  async call(run: string, call: number): Promise<CallDetails> {
    const trace = await this.#expect(run);
    const events = await trace.call(call);
    const before = only(events, 'before');
    const after = only(events, 'after');
    const seen = events.filter((event): event is TraceEventOf<'seen'> => event.type === 'seen');
    const at = (phase: 'before' | 'after') => seen.find((event) => event.phase === phase) ?? null;
    const text = (await blobText(trace, after?.textBlob)) ?? after?.text ?? '';
    const whole = parseObject(await blobText(trace, before?.parametersBlob));
    const parameters = whole ?? before?.parameters ?? {};
    return { call, before, after, seen: { before: at('before'), after: at('after') }, parameters, text };
  }

  /** @throws AppError `not_found` */
  async step(run: string, step: number): Promise<AgentStepDetails> {
    const trace = await this.#expect(run);
    const events = await trace.step(step);
    const summary = trace.steps.find((one) => one.step === step);
    if (!summary) throw new AppError('not_found', `The trace has no step ${step}.`);
    return { summary, events };
  }

  /** Opens a run separately; the caller closes it. @throws as {@link Runs.open} */
  read(run: string): Promise<TraceReader> {
    return openTrace(this.place(run), { own: this.#isOwn(run) });
  }

  /** A run to read; it is closed here. @throws AppError `not_found` */
  trace(run: string): Promise<TraceReader> {
    return this.#expect(run);
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
    if (trace.kind === 'zip') throw new AppError('invalid_parameter', 'This run is already a zip.');
    await exportZip(this.place(run), to);
  }

  /** Exports a run to a foreign format. @throws AppError `file_error`, `not_found` */
  async exportAs(run: string, exporter: RunExporter, to: string, options: RunExportOptions): Promise<void> {
    await exportRunAs(await this.#expect(run), exporter, to, options);
  }

  /**
   * Removes a run of this app from the disk; one from elsewhere is only unlisted. On Windows a folder stays while one
   * of its files is open: the removal is retried for a second. @throws AppError `busy` for a live one
   */
  async remove(run: string): Promise<void> {
    if (this.isLive(run)) throw new AppError('busy', 'This run is still being written. Export it instead.');
    await this.#close(run);
    if (!this.#elsewhere.delete(run)) await rm(this.place(run), { recursive: true, force: true, maxRetries: 5 });
    await this.announce();
  }

  /** The path of a run. @throws AppError `not_found` for an unlisted one */
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

  #isOwn(run: string): boolean {
    return !this.#elsewhere.has(run);
  }

  async #written({ id, kind, title, started }: LiveRun): Promise<RunInfo> {
    return { ...(await readRunInfo(this.place(id))), kind, title, started, live: true, ended: null, outcome: null };
  }

  async #expect(run: string): Promise<TraceReader> {
    const trace = await this.#reader(run, true);
    if (!trace) throw new AppError('not_found', 'No calls in this run yet.');
    return trace;
  }

  /** Null for a live run before its first call. */
  async #reader(run: string, fresh = false): Promise<TraceReader | null> {
    const known = this.#open.get(run);
    const opening = known ?? openTrace(this.place(run), { keepIndex: !this.isLive(run), own: this.#isOwn(run) });
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
      if (this.isLive(run) && error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  async #close(run: string): Promise<void> {
    const opening = this.#open.get(run);
    this.#open.delete(run);
    await opening?.then((trace) => trace.close()).catch(() => undefined);
  }
}

function only<T extends TraceEvent['type']>(events: readonly TraceEvent[], type: T): TraceEventOf<T> | null {
  return (events.find((event) => event.type === type) as TraceEventOf<T> | undefined) ?? null;
}

async function blobText(trace: TraceReader, blob: string | undefined): Promise<string | null> {
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

/** The list entry of a finished run of this app, without reading its trace. */
async function readRunInfo(place: string): Promise<RunInfo> {
  const name = path.basename(place);
  const about = parseRunFile(await readFile(path.join(place, traceFiles.run), 'utf8').catch(() => null));
  return {
    id: name,
    title: about?.title ?? name,
    started: about ? Date.parse(about.started) : timeIn(name),
    place,
    kind: about?.kind ?? null,
    live: false,
    opened: false,
    calls: await lastCall(place, about?.ended !== undefined),
    ended: about?.ended === undefined ? null : Date.parse(about.ended),
    outcome: about?.outcome ?? null,
    origin: about?.origin ?? null,
  };
}

/** Names of runs are times, with `-` for characters that file names cannot contain. */
function timeIn(name: string): number {
  const time = Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z.*/, 'T$1:$2:$3.$4Z'));
  return Number.isNaN(time) ? 0 : time;
}

/** How many bytes at the end of a file are searched first for the number of the last call. */
const tailBytes = 4_096;

/** Rough maximum lag of a live run's index behind its trace. */
const unindexedBytes = 65_536;

/** The highest number of a call. The index lacks the last ones if it was not closed. */
async function lastCall(folder: string, isOver: boolean): Promise<number> {
  const index = await highest(path.join(folder, traceFiles.index), /\{"summary":\{"call":(\d+)/g, Infinity);
  if (isOver) return index;
  return Math.max(
    index,
    await highest(path.join(folder, traceFiles.trace), /"type":"before","call":(\d+)/g, unindexedBytes),
  );
}

/**
 * The highest number that the pattern matches in the end of a file, reading back until there is one; 0 if there is
 * none.
 */
async function highest(name: string, pattern: RegExp, most: number): Promise<number> {
  const file = await open(name, 'r').catch(() => null);
  if (!file) return 0;
  try {
    const { size } = await file.stat();
    // Many steps and events of agents may come after it.
    for (let length = tailBytes; ; length *= 8) {
      const bytes = Buffer.alloc(Math.min(size, length));
      await file.read(bytes, 0, bytes.length, size - bytes.length);
      const found = [...bytes.toString('utf8').matchAll(pattern)].map(([, call]) => Number(call));
      if (found.length > 0 || length >= Math.min(size, most)) return Math.max(0, ...found);
    }
  } finally {
    await file.close();
  }
}
