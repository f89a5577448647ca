import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { AgentEvent } from '#contract/model/agents/agent';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import type { WindowId } from '#contract/model/windows/window';
import type { CallSummary, Phase, RunEnding, TracedPicture, TracedTree } from '#contract/model/runs/trace';
import type { Rect } from '#contract/model/geometry';
import type { Disposable } from '../../base/async/disposable.ts';
import type { CallEnd, CallObserver, CallStart } from '../../tools/observer.ts';
import { BlobFolder, blobNameOf, type BlobKind, cutParameters, cutText } from './blobs.ts';
import { inTime, takeCapture, type TraceSource, type Capture, Hidden } from './capture.ts';
import { traceFiles } from './trace-files.ts';
import { TraceLines, type TraceLinesOptions } from './trace-lines.ts';
import { TreeStore } from './tree-store.ts';

/** How long what an act changed may take to appear, in milliseconds; the next act ends the wait. */
const settleMs = 150;
/** So many calls are remembered for the caller which there were. */
const mostUntaken = 1_000;
/** How long the target of a call may be looked for before it is left out, in milliseconds. */
const targetMs = 300;
/** Above so many bytes of kept pixels, pictures are made early. */
const mostPixelBytes = 64_000_000;
/** How long making one of many pictures may take at the end, in milliseconds. */
const pictureMs = 250;

export interface TraceOptions extends TraceLinesOptions {
  /** Sees the target of every act, before and after; without it a trace has no pictures and no trees. */
  readonly source?: TraceSource;
  /**
   * Makes pictures from pixels only when it is closed, so that a trace that is discarded costs little. Until then it shows
   * neither pictures nor trees.
   */
  readonly isLate?: boolean;
  /** What its pictures, trees and long texts may take, in bytes; 2 GB by default. */
  readonly mostBytes?: () => number;
}

export interface TraceWriter extends CallObserver {
  readonly path: string;
  readonly stopped: boolean;
  /** Called for every call when it starts, when it ends, and when a picture of it is there. */
  onCall(listener: (summary: CallSummary) => void): Disposable;
  /** Called for every step of an agent when it changes. */
  onStep(listener: (summary: AgentStepSummary) => void): Disposable;
  onStory(listener: (event: StoryEvent) => void): Disposable;
  /** Writes what an agent's run reports about itself. Never throws: where the trace has ended, nothing is written. */
  report(event: AgentEvent): void;
  /** Stores what is too long for a line, in the background, and names it. */
  keep(content: string | Uint8Array, kind: 'txt' | 'json' | 'png' | 'jpg'): string;
  /** The number in the trace of a call of this process. */
  numberOf(call: number): number;
  /** Numbers of the calls that began since this was asked last; of very many the newest. */
  takeCalls(): readonly number[];
  /** Writes what is still under way, then the last line and how the run ended, and closes the files. */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  /** For pictures that are being made, at most; 3,000 by default. */
  readonly waitMs?: number;
  /** What came of it; by default, what an agent told last, else that it ended. */
  readonly outcome?: RunEnding;
  /** Removes the trace instead; pictures that were not made yet are not made. */
  readonly discard?: boolean;
}

/**
 * Writes every call as JSON lines: before it acts, so that the last thing a crash leaves is what was being done, after,
 * and what its target looked like. Lines are written at once and only appended, so that a kill costs at most the line
 * being written. What takes time (pictures, trees) is made while the run goes on, from pixels that were kept.
 */
export function createTraceWriter(options: TraceOptions): TraceWriter {
  const trace = new OpenTrace(options);
  return {
    path: path.join(options.folder, traceFiles.trace),
    get stopped() {
      return trace.lines.stopped;
    },
    onCall: (listener) => trace.lines.emitter.on('call', listener),
    onStep: (listener) => trace.lines.emitter.on('step', listener),
    onStory: (listener) => trace.lines.emitter.on('story', listener),
    before: (start) => trace.before(start),
    after: (end) => trace.after(end),
    report: (event) => trace.report(event),
    keep: (content, kind) => trace.keep(content, kind),
    numberOf: (call) => trace.lines.number(call),
    takeCalls: () => trace.untaken.splice(0),
    close: (closing) => trace.close(closing),
  };
}

/** The id of a window, or nothing if the call has none. */
type Target = WindowId | null;

class OpenTrace {
  readonly lines: TraceLines;
  readonly untaken: number[] = [];
  readonly #blobs: BlobFolder;
  readonly #source: TraceSource | null;
  readonly #isLate: boolean;
  /** Late pictures that are still to be made, oldest first. */
  readonly #unmade: (() => Promise<void>)[] = [];
  /** One for each desktop that calls work on. */
  readonly #encoders = new WeakMap<TraceSource, ScreenshotEncoder>();
  readonly #targets = new Map<number, Target>();
  /** Calls whose target is to be looked at once it has settled. */
  readonly #settling = new Map<number, { readonly end: CallEnd; readonly timer: NodeJS.Timeout }>();
  /** How it ended, as far as an agent told. */
  #reported: RunEnding = { status: 'ended', text: '' };
  /** Blobs and pictures, one after the other. */
  #background: Promise<void> = Promise.resolve();

  constructor(options: TraceOptions) {
    const { source, folder, mostBytes, isLate = false } = options;
    this.lines = new TraceLines(options);
    this.#blobs = new BlobFolder(folder, mostBytes);
    this.#source = source ?? null;
    this.#isLate = isLate;
  }

  async before(start: CallStart): Promise<void> {
    const number = this.lines.number(start.call);
    // What a person does beside an agent is not the agent's.
    if (start.caller.kind !== 'user') this.untaken.push(number);
    if (this.untaken.length > mostUntaken) this.untaken.shift();
    const seen = this.#isSeen(start);
    const target = seen ? await targetOf(start) : null;
    const { tool, caller, decision, decidedBy, effect, permitMs } = start;
    this.lines.append({
      type: 'before',
      call: number,
      tool,
      caller: { ...caller },
      ...cutParameters(start.parameters, (content, kind) => this.#putLater(content, kind)),
      decision,
      decidedBy,
      ...(effect && { effect }),
      ...(target && { target: { id: target.id ?? '', title: target.title, app: target.app } }),
      ...(permitMs !== undefined && { permitMs }),
    });
    if (seen) await this.#lookBefore(start, target?.id ?? null);
  }

  after(end: CallEnd): void {
    const { elapsedMs, text, error, resolution } = end;
    const delivery = error?.delivery;
    this.lines.append({
      type: 'after',
      call: this.lines.number(end.call),
      elapsedMs,
      ...cutText(text, (content, kind) => this.#putLater(content, kind)),
      ...(error && { error: { ...error } }),
      ...(delivery && { delivery }),
      ...(resolution && { resolution }),
    });
    if (!this.#isSeen(end)) return;
    const timer = setTimeout(() => void this.#lookAfter(end), settleMs).unref();
    this.#settling.set(end.call, { end, timer });
  }

  keep(content: string | Uint8Array, kind: BlobKind): string {
    this.#putLater(content, kind);
    return blobNameOf(content, kind);
  }

  report(agent: AgentEvent): void {
    if (agent.event === 'outcome')
      this.#reported = { status: agent.outcome, text: cutText(agent.text, () => undefined).text };
    this.lines.append({ type: 'agent', agent });
  }

  async close({ waitMs = 3_000, outcome, discard = false }: CloseOptions = {}): Promise<void> {
    if (discard) {
      for (const { end } of this.#settling.values()) this.#settled(end);
      this.lines.stopped = true;
      await this.#background;
      return this.lines.remove();
    }
    const settled = Promise.all([...this.#settling.values()].map(({ end }) => this.#lookAfter(end)));
    await inTime(waitMs + this.#unmade.length * pictureMs, async () => {
      await settled;
      await this.#background;
      for (const make of this.#unmade.splice(0)) this.#later(make);
      await this.#background;
    });
    await this.lines.close(outcome ?? this.#reported);
  }

  #isSeen({ effect, decision }: CallStart): boolean {
    const runs = decision === 'allowed' || decision === 'granted';
    return this.#source !== null && !this.lines.stopped && effect !== undefined && effect !== 'observe' && runs;
  }

  /** What the act before left of the same window is seen at the same moment. */
  async #lookBefore(start: CallStart, target: Target): Promise<void> {
    const source = this.#sourceOf(start);
    if (!source) return;
    const began = performance.now();
    const settling = [...this.#settling.values()].map(({ end }) => end);
    const same = settling.filter((end) => this.#targets.get(end.call) === target && this.#sourceOf(end) === source);
    for (const end of same) this.#settled(end);
    const others = settling.filter((end) => !same.includes(end)).map((end) => this.#lookAfter(end));
    this.#targets.set(start.call, target);
    const capture = await takeCapture(source, target, this.#isLate);
    for (const end of same) this.#record(end, 'after', capture);
    this.#record(start, 'before', capture, Math.round(performance.now() - began));
    await Promise.all(others);
  }

  async #lookAfter(end: CallEnd): Promise<void> {
    const target = this.#targets.get(end.call) ?? null;
    const source = this.#sourceOf(end);
    if (!this.#settled(end) || !source || this.lines.stopped) return;
    this.#record(end, 'after', await takeCapture(source, target, this.#isLate));
  }

  /** What sees the desktop that a call works on. */
  #sourceOf({ engine }: CallStart): TraceSource | null {
    return this.#source && (engine ?? this.#source);
  }

  #encoderOf(source: TraceSource): ScreenshotEncoder {
    const encoder = this.#encoders.get(source) ?? new ScreenshotEncoder(source, this.#blobs);
    this.#encoders.set(source, encoder);
    return encoder;
  }

  /** True for the first who looks. */
  #settled({ call }: CallEnd): boolean {
    clearTimeout(this.#settling.get(call)?.timer);
    this.#targets.delete(call);
    return this.#settling.delete(call);
  }

  #record(call: CallStart | CallEnd, phase: Phase, capture: Capture, waitedMs?: number): void {
    const source = this.#sourceOf(call);
    if (!source) return;
    const encoder = this.#encoderOf(source);
    const typedAt = 'resolution' in call ? call.resolution.bounds : null;
    this.#later(async () => {
      if (call.secret && phase === 'after') await encoder.hide(capture, typedAt);
      const make = async () =>
        this.lines.append({
          type: 'seen',
          call: this.lines.number(call.call),
          phase,
          ...(await encoder.encode(capture)),
          ...(waitedMs !== undefined && { waitedMs }),
        });
      if (!this.#isLate) return make();
      // While the windows are as in the picture.
      await encoder.cover(capture);
      this.#unmade.push(make);
      if ((capture.shot?.lastingBytes ?? 0) > mostPixelBytes) await this.#unmade.shift()?.();
    });
  }

  #putLater(content: string | Uint8Array, kind: BlobKind): void {
    this.#later(async () => {
      await this.#blobs.put(content, kind);
    });
  }

  #later(work: () => Promise<void>): void {
    this.#background = this.#background.then(async () => {
      if (this.lines.stopped) return;
      try {
        await work();
      } catch (error) {
        this.lines.stop(error);
      }
    });
  }
}

async function targetOf({ target }: CallStart) {
  return (await inTime(targetMs, async () => target?.())) ?? null;
}

/** Wide enough to recognise a window in a strip of them. */
const thumbnailWidth = 320;

const unknownFields = 'No picture: where its password fields and secret texts are could not be found out.';

interface Seen {
  readonly picture?: TracedPicture;
  readonly tree?: TracedTree;
  readonly note: string;
}

/** Makes pictures and stored trees of what was seen, without what nobody may see. */
class ScreenshotEncoder {
  readonly #source: TraceSource;
  readonly #hidden = new Hidden();
  readonly #blobs: BlobFolder;
  readonly #trees: TreeStore;
  readonly #done = new WeakMap<Capture, Promise<Seen>>();
  readonly #places = new WeakMap<Capture, Rect[]>();
  readonly #covers = new WeakMap<Capture, Promise<readonly Rect[] | null>>();

  constructor(source: TraceSource, blobs: BlobFolder) {
    this.#source = source;
    this.#blobs = blobs;
    this.#trees = new TreeStore(blobs);
  }

  /** Secret text was typed into the element at that place, or into what has the focus: neither is shown from now on. */
  async hide(capture: Capture, at: Rect | null): Promise<void> {
    await this.#hidden.remember(this.#source, capture, at);
    if (at) this.#places.set(capture, [...(this.#places.get(capture) ?? []), at]);
  }

  /** What is not to be seen on the picture, found out once; null if that is unknown. */
  cover(capture: Capture): Promise<readonly Rect[] | null> {
    const cover = this.#covers.get(capture) ?? this.#hidden.cover(this.#source, capture);
    this.#covers.set(capture, cover);
    return cover;
  }

  /** The same capture is made a picture of once. @throws where the disk does not take it */
  encode(capture: Capture): Promise<Seen> {
    const known = this.#done.get(capture);
    if (known) return known;
    const seen = this.#make(capture);
    this.#done.set(capture, seen);
    return seen;
  }

  async #make(capture: Capture): Promise<Seen> {
    const tree = await capture.tree;
    const stored = tree && (await this.#trees.put(tree.window, tree.root, this.#hidden.has));
    return { ...(await this.#picture(capture)), ...(stored && { tree: stored }) };
  }

  async #picture(capture: Capture): Promise<Seen> {
    const { shot, note } = capture;
    if (!shot) return { note };
    const cover = await this.cover(capture);
    if (cover === null) return { note: unknownFields };
    const covered = [...cover, ...(this.#places.get(capture) ?? [])];
    const made = await this.#source.encodeShot({ shot: shot.shot, cover: covered, thumbnailWidth }).catch(reason);
    if (typeof made === 'string') return { note: made };
    const blob = await this.#blobs.put(made.picture.bytes, 'png');
    const thumbnail = await this.#blobs.put(made.thumbnail.bytes, 'jpg');
    return { picture: { blob, thumbnail, bounds: shot.bounds }, note: shot.note };
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
