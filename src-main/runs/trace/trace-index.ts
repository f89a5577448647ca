import type { JsonBytes } from '#contract/model/runs/run';
import type { AgentEvent } from '#contract/model/agents/agent';
import { isStory, type AgentStepSummary, type StoryEvent } from '#contract/model/agents/agent-step';
import {
  traceVersion,
  type CallSummary,
  type TraceEvent,
  type TraceEventOf,
  traceEvent,
} from '#contract/model/runs/trace';
import { callTarget } from '#contract/model/permissions/call-target';
import { summariseStep, unknownStep } from '../step-summary.ts';
import type { LineSpan } from './trace-files.ts';
import { entryOf, keyOf, listOf, readEntries, type IndexEntry, type KeptEntry } from './index-entry.ts';

type Kind = 'call' | 'step' | 'story';

/**
 * Groups the lines of a trace into one entry for each call, step and event of the story; shared by writer and reader.
 */
export class TraceIndex {
  #entries = new Map<string, KeptEntry>();
  /** Lines that could not be read, by their first byte. */
  readonly damaged = new Set<number>();
  complete = false;
  upTo = 0;
  /** How many lines were not taken in, as they were too many or too long. */
  unread = 0;
  /** First bytes of pending calls, by their numbers, earliest first. */
  readonly #running = new Map<number, number>();
  /** The last step of any agent, and its first byte while in progress. */
  #step: { readonly summary: AgentStepSummary; readonly from: number } | null = null;
  #version = traceVersion;

  /** The last state of each call, step and event. */
  entries(): readonly IndexEntry[] {
    return [...this.#entries.keys()].flatMap((key) => this.#get(key) ?? []);
  }

  /** In the order in which they began. */
  calls(): readonly CallSummary[] {
    return this.#all('call').flatMap(({ summary }) => summary ?? []);
  }

  /** In the order in which they began. */
  steps(): readonly AgentStepSummary[] {
    return this.#all('step').flatMap(({ step }) => step ?? []);
  }

  story(): readonly StoryEvent[] {
    return this.#all('story').flatMap(({ story }) => {
      const { at = 0, event } = story ?? {};
      return event && isStory(event) ? [{ at, event }] : [];
    });
  }

  /** The same as JSON, without parsing entries loaded as lines. */
  rows(kind: Kind): JsonBytes {
    return listOf(this.#keys(kind).flatMap((key) => this.#entries.get(key) ?? []));
  }

  /** Number of calls, steps and events of the story. */
  get size(): number {
    return this.#entries.size;
  }

  count(kind: Kind): number {
    return this.#keys(kind).length;
  }

  call(call: number): IndexEntry | undefined {
    return this.#get(`call ${call}`);
  }

  step(step: number): IndexEntry | undefined {
    return this.#get(`step ${step}`);
  }

  /** Takes in one line; answers the entries that it changed. */
  addLine(text: string, at: LineSpan): readonly IndexEntry[] {
    const events = parseLine(text, versionOf(text) ?? this.#version);
    if (events.length === 0) this.damaged.add(at[0]);
    else this.damaged.delete(at[0]);
    // Loaded when the index file was written: items still running then are read from their beginning.
    const known = events.some((event) => 'call' in event && this.#knows(`call ${event.call}`, at));
    if (!known) return events.flatMap((event) => this.add(event, at));
    for (const event of events) this.#follow(event, at);
    return [];
  }

  add(event: TraceEvent, at: LineSpan): readonly IndexEntry[] {
    this.#follow(event, at);
    if (event.type === 'agent') return this.#reported(event.agent, Date.parse(event.at), at);
    return 'call' in event ? [this.#called(event, at)] : [];
  }

  /** Loads an index file; returns whether all of it could be read. `own` as in `readEntries`. */
  load(file: Buffer, traceSize: number, own = false): boolean {
    const { entries, upTo, version } = readEntries(file, own);
    if (upTo > traceSize) return false;
    this.#entries = entries;
    this.upTo = upTo;
    this.#version = version;
    const { step: last } = this.#get(this.#keys('step').at(-1) ?? '') ?? {};
    if (last) this.#step = { summary: last, from: last.ended ? Infinity : upTo };
    return upTo > 0;
  }

  #get(key: string): IndexEntry | undefined {
    const kept = this.#entries.get(key);
    if (typeof kept !== 'string') return kept;
    const entry = entryOf(kept);
    this.#entries.set(key, entry);
    return entry;
  }

  #all(kind: Kind): readonly IndexEntry[] {
    return this.#keys(kind).flatMap((key) => this.#get(key) ?? []);
  }

  /** In the order in which their items began. */
  #keys(kind: Kind): readonly string[] {
    return [...this.#entries.keys()]
      .filter((key) => key.startsWith(kind))
      .map((key) => [Number(key.slice(kind.length)), key] as const)
      .sort(([a], [b]) => a - b)
      .map(([, key]) => key);
  }

  #knows(key: string, [from]: LineSpan): boolean {
    const places = this.#get(key)?.places;
    const [last] = places?.at(-1) ?? [];
    // Lines are taken in by their order: one behind the last is new.
    if (!places || last === undefined || from > last) return false;
    return places.some(([known]) => known === from);
  }

  #follow(event: TraceEvent, [from, length]: LineSpan): void {
    this.complete = event.type === 'end';
    // Read again each time: that it was closed stands nowhere else.
    if (this.complete) return;
    if (event.type === 'start') this.#version = event.version;
    // Appended: each begins after those before it.
    if (event.type !== 'agent' && 'call' in event && event.type !== 'seen') this.#running.delete(event.call);
    if (event.type === 'before') this.#running.set(event.call, from);
    if (event.type === 'agent') this.#followStep(event.agent, from);
    const [first = Infinity] = this.#running.values();
    this.upTo = Math.min(from + length + 1, this.#step?.from ?? Infinity, first);
  }

  /** Agents take turns: one step ends before the next begins. */
  #followStep(event: AgentEvent, from: number): void {
    if (event.event === 'step')
      this.#step = { summary: this.step(event.step)?.step ?? unknownStep(event.step, 0), from };
    else if (this.#step && (event.event === 'stepped' || event.event === 'outcome')) {
      this.#step = { ...this.#step, from: Infinity };
    }
  }

  #called(event: CallEvent, at: LineSpan): IndexEntry {
    const known = this.call(event.call);
    const summary = summariseCall(known?.summary ?? unknownCall(event.call, event.at), event);
    return this.#put({ summary }, known, at);
  }

  #reported(event: AgentEvent, time: number, at: LineSpan): readonly IndexEntry[] {
    const changed: IndexEntry[] = [];
    const step = this.#stepOf(event);
    if (step !== null && !this.#knows(`step ${step}`, at)) changed.push(this.#stepped(step, event, time, at));
    if (isStory(event) && !this.#knows(`story ${at[0]}`, at))
      changed.push(this.#put({ story: { at: time, event } }, undefined, at));
    return changed;
  }

  /** That an agent went wrong is reported when its step has ended. */
  #stepOf(event: AgentEvent): number | null {
    if (event.event === 'state') {
      const { step, agent } = this.#step?.summary ?? {};
      return event.to === 'ERROR' && step !== undefined && agent?.name === event.agent.name ? step : null;
    }
    if (event.event === 'noted') return event.entry.list === 'trajectories' ? event.entry.step : null;
    return 'step' in event ? (event.step ?? null) : null;
  }

  #stepped(step: number, event: AgentEvent, time: number, at: LineSpan): IndexEntry {
    const known = this.step(step);
    const summary = summariseStep(known?.step ?? unknownStep(step, time), event, time);
    if (this.#step?.summary.step === step) this.#step = { ...this.#step, summary };
    return this.#put({ step: summary }, known, at);
  }

  #put(what: Pick<IndexEntry, 'summary' | 'step' | 'story'>, known: IndexEntry | undefined, at: LineSpan): IndexEntry {
    const place: [number, number] = [at[0], at[1]];
    const places = known?.places ?? [];
    const isNext = at[0] > (places.at(-1)?.[0] ?? -1);
    // An item of thousands of lines keeps one list: copying it for each would take quadratic time.
    if (isNext) places.push(place);
    const entry = {
      ...what,
      places: isNext ? places : [...places.filter(([from]) => from !== at[0]), place],
      version: this.#version,
      upTo: this.upTo,
    };
    this.#entries.set(keyOf(entry), entry);
    return entry;
  }
}

/** A line that starts a part of a trace contains its version. */
function versionOf(text: string): number | null {
  const found = /^\{"type":"start","version":(\d+)/.exec(text);
  return found ? Number(found[1]) : null;
}

type CallEvent = TraceEventOf<'before' | 'after' | 'seen'>;

/** In characters; a list shows less. */
const longestTarget = 2_000;

/** Applies one more line to a call. */
function summariseCall(summary: CallSummary, event: CallEvent): CallSummary {
  switch (event.type) {
    case 'before': {
      const { tool, caller, parameters } = event;
      const where = event.target?.app || event.target?.title || '';
      const target = callTarget({ parameters, where }).slice(0, longestTarget);
      return { ...summary, tool, caller, at: Date.parse(event.at), target, where, status: 'running' };
    }
    case 'after': {
      const { error, elapsedMs, resolution } = event;
      const { where = '' } = summary;
      const found = resolution?.element;
      const target = found === undefined ? summary.target : callTarget({ parameters: {}, where, element: found });
      const healed = resolution?.healedFrom !== undefined && ({ healed: true } as const);
      return {
        ...summary,
        target: target.slice(0, longestTarget),
        elapsedMs,
        status: statusOf(event),
        ...(error && { error: error.code }),
        ...healed,
      };
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

type Line = Readonly<Record<string, unknown>>;

/** Migrates a line to the next version: often to several lines. */
const steps: Readonly<Record<number, (line: Line) => readonly Line[]>> = {
  // Pictures were of the whole screen, beside the trace, and named by the line itself.
  1: ({ picture, ...line }) => {
    if (typeof picture !== 'string') return [line];
    const { type, call, at } = line;
    const seen = { type: 'seen', call, at, phase: type, picture: { blob: picture, bounds: null }, note: '' };
    return [line, seen];
  },
};

/**
 * The events of one line that a version wrote; none if it is damaged.
 * @param own written by ourselves, if nobody else writes: one of this version is taken as it is
 */
export function parseLine(text: string, version: number, own = false): readonly TraceEvent[] {
  let lines: readonly Line[];
  try {
    lines = [JSON.parse(text) as Line];
    for (let from = version; from < traceVersion; from++)
      lines = lines.flatMap((line) => steps[from]?.(line) ?? [line]);
  } catch {
    return [];
  }
  if (own && version === traceVersion) return lines as readonly TraceEvent[];
  return lines.flatMap((line) => {
    const parsed = traceEvent.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
}
