import path from 'node:path';
import { Emitter } from '../base/async/emitter.ts';
import type { Log } from '../base/log.ts';
import { quoted } from '#contract/foreign-text';
import type { CallPlace, RunProgress } from '#contract/model/runs/run';
import type { CallSummary, RunEnding } from '#contract/model/runs/trace';
import type { CallRun } from '../tools/call-run.ts';
import type { CallEnd, CallObserver, CallStart } from '../tools/observer.ts';
import { leastLimit } from './trace/blobs.ts';
import type { TraceSource } from './trace/capture.ts';
import { freeRunName, runName } from './files/run-folders.ts';
import type { LiveRun } from './runs.ts';
import { createTraceWriter, type TraceWriter } from './trace/trace-writer.ts';

/** Places of so many last calls are known. */
const keptPlaces = 10_000;
/** How long the end of a run waits for calls that are still under way, in milliseconds. */
const maxWaitMs = 3_000;

export interface TracesOptions {
  /** The folder of all runs; exists when the first call is made. */
  readonly root: string;
  /** What calls belong to that are made for no other run; its folder is named at once. */
  readonly own: CallRun;
  readonly source: TraceSource;
  readonly log: Log;
  /** Called where the trace of a run cannot be written any more, e.g. as the disk is full; everything else goes on. */
  readonly onStopped: (warning: string) => void;
  /** What all runs may take, in bytes: one of them may store as much, and 2 GB in any case. */
  readonly keptBytes?: () => number;
}

interface Written {
  readonly live: LiveRun;
  readonly writer: TraceWriter;
  /** Calls under way. */
  readonly open: Set<number>;
  /** Called when the last of them has ended. */
  idle: () => void;
}

interface Topics {
  readonly call: { readonly run: string; readonly call: CallSummary };
  readonly progress: RunProgress;
  /** A run began or ended. */
  readonly runs: null;
}

/** Writes a trace for each run that is under way, from its first call on. A run in which nothing is called leaves none. */
export class Traces implements CallObserver {
  readonly emitter = new Emitter<Topics>();
  readonly #options: TracesOptions;
  readonly #ownLive: LiveRun;
  readonly #written = new Map<CallRun, Written>();
  readonly #closing = new Set<Promise<void>>();
  readonly #places = new Map<number, CallPlace>();

  constructor(options: TracesOptions) {
    this.#options = options;
    this.#ownLive = liveOf(options.own, runName(new Date()));
  }

  /** The app's own first, also before its first call; then the newest. */
  live(): readonly LiveRun[] {
    const { own } = this.#options;
    const others = [...this.#written].flatMap(([run, { live }]) => (run === own ? [] : [live]));
    return [this.#ownLive, ...others.reverse()];
  }

  /** Where a call is, by its number in this process; null for one that was long ago, or never. */
  placeOf(call: number): CallPlace | null {
    return this.#places.get(call) ?? null;
  }

  /** The number in this process of a call that is there; null for one that was long ago, or never. */
  callAt({ run, call }: CallPlace): number | null {
    const [found] = [...this.#places].find(([, place]) => place.run === run && place.call === call) ?? [];
    return found ?? null;
  }

  /** What a live run is of, by the name of its folder; null if it has ended. */
  runAt(id: string): CallRun | null {
    const [run] = [...this.#written].find(([, { live }]) => live.id === id) ?? [];
    return run && !run.ended ? run : null;
  }

  /** The trace of a run, begun where it was not yet. One that has ended is the app's own. */
  writerOf(run: CallRun | null): TraceWriter {
    return this.#of(run).writer;
  }

  async before(start: CallStart): Promise<void> {
    const written = this.#of(start.run ?? null);
    const { live, writer, open } = written;
    open.add(start.call);
    this.#remember(start.call, { run: live.id, call: writer.numberOf(start.call) });
    await writer.before(start);
  }

  async after(end: CallEnd): Promise<void> {
    const written = [...this.#written.values()].find(({ open }) => open.has(end.call));
    if (!written) return;
    await written.writer.after(end);
    written.open.delete(end.call);
    if (written.open.size === 0) written.idle();
  }

  /** Ends every run; the app's own last. */
  async close(): Promise<void> {
    for (const run of [...this.#written.keys()].reverse()) run.end();
    this.#options.own.end();
    await Promise.all(this.#closing);
  }

  #of(asked: CallRun | null): Written {
    const { own } = this.#options;
    const run = asked === null || asked.ended ? own : asked;
    return this.#written.get(run) ?? this.#begin(run, run === own ? this.#ownLive : liveOf(run, this.#newId()));
  }

  #begin(run: CallRun, live: LiveRun): Written {
    const { root, source, log } = this.#options;
    const { id, kind, title } = live;
    const folder = path.join(root, id);
    const writer = createTraceWriter({
      folder,
      run: id,
      title,
      kind,
      source,
      log,
      onStopped: (reason) => this.#options.onStopped(stoppedWarning(title, reason)),
      mostBytes: () => Math.max(leastLimit, this.#options.keptBytes?.() ?? 0),
    });
    writer.onCall((call) => this.emitter.emit('call', { run: id, call }));
    writer.onStep((step) => this.emitter.emit('progress', { run: id, step }));
    writer.onStory((story) => this.emitter.emit('progress', { run: id, story }));
    const written: Written = { live, writer, open: new Set(), idle: () => undefined };
    this.#written.set(run, written);
    run.onEnd((ending) => this.#endLater(run, written, ending));
    this.emitter.emit('runs', null);
    return written;
  }

  #endLater(run: CallRun, written: Written, ending: RunEnding | null): void {
    const closing = this.#end(written, ending).finally(() => {
      // Of the app's own the end is the end of everything: nothing begins it again.
      if (run !== this.#options.own) this.#written.delete(run);
      this.#closing.delete(closing);
      this.emitter.emit('runs', null);
    });
    this.#closing.add(closing);
  }

  async #end(written: Written, outcome: RunEnding | null): Promise<void> {
    if (written.open.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxWaitMs);
        written.idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await written.writer.close({ ...(outcome && { outcome }) });
  }

  #remember(call: number, place: CallPlace): void {
    this.#places.set(call, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > keptPlaces && oldest !== undefined) this.#places.delete(oldest);
  }

  #newId(): string {
    const written = [...this.#written.values()].map(({ live }) => live.id);
    return freeRunName(this.#options.root, new Set([this.#ownLive.id, ...written]));
  }
}

function stoppedWarning(title: string, reason: string): string {
  return `${quoted(title)} is not traced any further, and everything else goes on: ${reason.replace(/\.$/, '')}.`;
}

function liveOf({ kind, title }: CallRun, id: string): LiveRun {
  return { id, kind, title, started: Date.now() };
}
