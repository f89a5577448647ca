import { z } from 'zod';
import { callSummary, traceVersion, type CallSummary, type TraceEvent, type TraceEventOf } from '#contract/model/trace';
import type { Place } from './append-file.ts';
import { parseLine } from './upgrade.ts';

const place = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

/** One line of the index: a call as a row of a list, and where its lines stand in the trace. */
const indexEntry = z.object({
  summary: callSummary,
  places: z.array(place),
  version: z.number().int(),
  /** Every line before this byte of the trace is in the index. */
  upTo: z.number().int().nonnegative(),
});
export type IndexEntry = Readonly<z.output<typeof indexEntry>>;

/** Gathers the lines of a trace into one entry for each call; the writer and the reader use the same. */
export class TraceIndex {
  readonly entries = new Map<number, IndexEntry>();
  /** Lines that could not be read, by their first byte. */
  readonly damaged: number[] = [];
  complete = false;
  upTo = 0;
  readonly #running = new Map<number, number>();
  #version = traceVersion;

  /** Takes in one line; answers the calls whose entry it changed. */
  addLine(text: string, at: Place): readonly IndexEntry[] {
    const events = parseLine(text, versionOf(text) ?? this.#version);
    if (events.length === 0) this.damaged.push(at[0]);
    // Taken in when the index file was written: only calls that still ran are read from their beginning.
    const known = events.some((event) => 'call' in event && this.#knows(event.call, at));
    if (!known) return events.flatMap((event) => this.add(event, at) ?? []);
    for (const event of events) this.#follow(event, at);
    return [];
  }

  add(event: TraceEvent, at: Place): IndexEntry | null {
    this.#follow(event, at);
    return 'call' in event ? this.#put(event, at) : null;
  }

  /** Takes over what an index file holds; answers whether all of it could be read. */
  load(text: string, traceSize: number): boolean {
    const entries = parseEntries(text);
    const upTo = entries.at(-1)?.upTo ?? 0;
    if (upTo > traceSize) return false;
    for (const entry of entries) this.entries.set(entry.summary.call, entry);
    this.upTo = upTo;
    this.#version = entries.at(-1)?.version ?? traceVersion;
    return upTo > 0;
  }

  #knows(call: number, [from]: Place): boolean {
    return this.entries.get(call)?.places.some(([known]) => known === from) === true;
  }

  #follow(event: TraceEvent, [from, length]: Place): void {
    this.complete = event.type === 'end';
    if (event.type === 'start') this.#version = event.version;
    if (event.type === 'before') this.#running.set(event.call, from);
    if (event.type === 'after') this.#running.delete(event.call);
    this.upTo = Math.min(from + length + 1, ...this.#running.values());
  }

  #put(event: TraceEventOf<'before' | 'after' | 'seen'>, at: Place): IndexEntry {
    const known = this.entries.get(event.call);
    const places = [...(known?.places ?? []).filter(([from]) => from !== at[0]), [at[0], at[1]] as [number, number]];
    const summary = summarise(known?.summary ?? unknownCall(event.call, event.at), event);
    const entry = { summary, places, version: this.#version, upTo: this.upTo };
    this.entries.set(event.call, entry);
    return entry;
  }
}

function summarise(summary: CallSummary, event: TraceEventOf<'before' | 'after' | 'seen'>): CallSummary {
  switch (event.type) {
    case 'before': {
      const { tool, caller, parameters } = event;
      const target = parameters['dry_run'] === true ? 'a dry run' : (event.target?.title ?? '');
      return { ...summary, tool, caller, at: Date.parse(event.at), target, status: 'running' };
    }
    case 'after': {
      const { error, elapsedMs, resolution } = event;
      const target = [resolution?.selector, summary.target].filter(Boolean).join(' in ');
      return { ...summary, target, elapsedMs, status: statusOf(event), ...(error && { error: error.code }) };
    }
    case 'seen': {
      const thumbnail = event.picture?.thumbnail;
      const better = thumbnail && (event.phase === 'after' || !summary.thumbnail);
      return better ? { ...summary, thumbnail } : summary;
    }
  }
}

function statusOf({ error }: TraceEventOf<'after'>): CallSummary['status'] {
  if (!error) return 'ok';
  return error.code === 'permission_denied' ? 'denied' : 'failed';
}

/** A call whose first line is lost. */
function unknownCall(call: number, at: string): CallSummary {
  const caller = { kind: 'agent', name: '?' } as const;
  return { call, at: Date.parse(at), tool: '?', caller, target: '', status: 'running', elapsedMs: 0 };
}

/** All at once, which takes half the time; where that fails, those before the first damaged line. */
function parseEntries(text: string): readonly IndexEntry[] {
  const lines = text.split('\n').filter((line) => line !== '');
  try {
    const all = z.array(indexEntry).safeParse(JSON.parse(`[${lines.join(',')}]`));
    if (all.success) return all.data;
  } catch {
    // What the others stood for is read from the trace.
  }
  const entries: IndexEntry[] = [];
  for (const line of lines) {
    const entry = parseEntry(line);
    if (!entry) break;
    entries.push(entry);
  }
  return entries;
}

function parseEntry(line: string): IndexEntry | null {
  try {
    const parsed = indexEntry.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A line that starts a part of a trace says itself which version it is of. */
function versionOf(text: string): number | null {
  const found = /^\{"type":"start","version":(\d+)/.exec(text);
  return found ? Number(found[1]) : null;
}
