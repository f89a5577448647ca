import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentEvent, AgentRef, AgentState } from '#contract/model/agents/agent';
import {
  traceVersion,
  type RunFile,
  type RunOrigin,
  type TraceEvent,
  type TracedPicture,
} from '#contract/model/runs/trace';
import { quoted } from '#contract/foreign-text';
import { mostRunActs, mostRunSteps } from '../../base/text-bounds.ts';
import { AppendFile, traceFiles } from '../trace/trace-files.ts';
import { BlobFolder, leastLimit, readPictureHead, cutParameters, cutText } from '../trace/blobs.ts';
import type { ForeignCall, ForeignRun, ForeignStep, ForeignPicture } from '../importers/importer.ts';
import { putRows } from '../trace/tree-store.ts';
import type { OpenFiles } from './foreign-files.ts';

type WithoutTime<E> = E extends TraceEvent ? Omit<E, 'at'> : never;

/**
 * Writes a foreign run as a trace of ours. Without times, its lines get the modification time of its log, shifted by
 * known durations; `run.json` marks times as missing.
 * @param folder is made
 * @throws where the disk does not take it
 */
export async function writeForeignRun(run: ForeignRun, files: OpenFiles, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await new ForeignRunWriter(run, files, folder).write();
}

class ForeignRunWriter {
  readonly #run: ForeignRun;
  readonly #folder: string;
  readonly #blobs: BlobFolder;
  readonly #pictures: ForeignPictures;
  readonly #lines: AppendFile;
  readonly #files: OpenFiles;
  #now: number;
  #calls = 0;
  #acts = 0;
  readonly #notes: string[] = [];
  #round = 0;
  /** By round, and how many of them were reported. */
  readonly #requests: readonly (readonly [round: number, request: string])[];
  #reported = 0;
  #steps = 0;
  /** The states of each agent, by its name. */
  readonly #states = new Map<string, AgentState>();

  constructor(run: ForeignRun, files: OpenFiles, folder: string) {
    this.#run = run;
    this.#files = files;
    this.#requests = [...run.requests].filter(([round]) => round > 0).sort(([a], [b]) => a - b);
    this.#folder = folder;
    // Pictures beyond that are left out, and texts have room beside them.
    this.#blobs = new BlobFolder(folder, () => mostPictureBytes + leastLimit);
    this.#pictures = new ForeignPictures(files, this.#blobs);
    this.#lines = new AppendFile(path.join(folder, traceFiles.trace));
    this.#now = run.started ?? files.changed;
  }

  async write(): Promise<void> {
    const { title, steps, last } = this.#run;
    const started = this.#now;
    try {
      this.#append({ type: 'start', version: traceVersion, run: path.basename(this.#folder), title });
      if (steps.length > mostRunSteps) this.#notes.push(`Steps after the first ${mostRunSteps} are left out.`);
      for (const step of steps.slice(0, mostRunSteps)) {
        if (step.at !== null) this.#now = Math.max(this.#now, step.at);
        this.#rounds(step.round, step);
        await this.#step(step);
      }
      for (const { file, label } of last) {
        const picture = await this.#pictures.take({ file, label });
        const entry = { list: 'screenshots', step: this.#steps, reason: label } as const;
        if (picture) this.#report({ event: 'noted', entry: { ...entry, picture: picture.blob } });
      }
      this.#rounds(Infinity);
      this.#end();
    } finally {
      this.#lines.close();
    }
    await this.#about(started);
  }

  async #step(step: ForeignStep): Promise<void> {
    if (step.agent === null) {
      for (const call of this.#within(step.acts.flatMap(({ calls }) => calls))) await this.#call(call, null);
      return;
    }
    const number = (this.#steps += 1);
    const { agent, round, subTask, plan, elapsedMs } = step;
    const began = this.#now;
    this.#report({ event: 'step', step: number, agent, round, ...(subTask !== undefined && { subTask }) });
    await this.#saw(step, number);
    await this.#answered(step, number);
    let { tree } = step;
    for (const { action, status, text, target, calls: made } of this.#within(step.acts)) {
      const calls: number[] = [];
      for (const call of this.#within(made)) {
        calls.push(await this.#call(call, agent, tree));
        tree = undefined;
      }
      this.#report({ event: 'acted', step: number, action, calls, status, text, ...(target && { target }) });
    }
    this.#state(step);
    this.#now = Math.max(this.#now, began + Object.values(elapsedMs).reduce((sum, ms) => sum + ms, 0));
    this.#report({ event: 'stepped', step: number, elapsedMs: { ...elapsedMs } });
    if (plan) this.#report({ event: 'plan', subTasks: [...plan] });
  }

  /** Limited to the room left: one step may have a million. */
  #within<T>(acts: readonly T[]): readonly T[] {
    const some = acts.slice(0, Math.max(0, mostRunActs - this.#acts));
    if (some.length < acts.length && this.#acts <= mostRunActs)
      this.#notes.push(`Acts after the first ${mostRunActs} are left out.`);
    this.#acts += acts.length;
    return some;
  }

  async #saw(step: ForeignStep, number: number): Promise<void> {
    const pictures = [];
    for (const wanted of step.pictures) {
      const picture = await this.#pictures.take(wanted);
      if (picture) pictures.push({ blob: picture.blob, bounds: picture.bounds, label: wanted.label, tokens: 0 });
    }
    const { controls } = step;
    if (pictures.length === 0 && !controls) return;
    const kept = controls && { controls: await this.#blobs.put(controls.text, 'txt') };
    this.#report({ event: 'saw', step: number, pictures, ...kept, controlCount: controls?.count ?? 0, textTokens: 0 });
  }

  async #answered(step: ForeignStep, number: number): Promise<void> {
    const { prompt, raw, model, answer, problem, usage, attempts } = step;
    const attempt = Math.max(1, attempts ?? 1);
    if (prompt !== '' || model !== '' || attempts !== null)
      this.#report({ event: 'asked', step: number, attempt, model, prompt: await this.#blobs.put(prompt, 'txt') });
    this.#report({
      event: 'answered',
      step: number,
      attempt,
      elapsedMs: step.elapsedMs['LLM_INTERACTION'] ?? step.elapsedMs['model'] ?? 0,
      ...(raw !== '' && { raw: await this.#blobs.put(raw, 'txt') }),
      ...(answer && { answer }),
      ...(problem !== '' && { problem }),
      ...(usage && { usage }),
    });
  }

  async #call(made: ForeignCall, agent: AgentRef | null, tree?: ForeignStep['tree']): Promise<number> {
    const call = (this.#calls += 1);
    const kept: Promise<unknown>[] = [];
    const put = (content: string, kind: 'txt' | 'json') => void kept.push(this.#blobs.put(content, kind));
    const { format } = this.#run;
    const { tool, parameters, decision, decidedBy, caller, elapsedMs, text, error } = made;
    this.#append({
      type: 'before',
      call,
      tool,
      caller: caller ?? { kind: 'agent', name: agent?.name ?? format },
      ...cutParameters(parameters, put),
      decision: decision ?? 'allowed',
      decidedBy: decidedBy ?? `not told by ${format}`,
    });
    const before = made.before && (await this.#pictures.take(made.before));
    if (before || tree) {
      const stored = tree && { tree: { blob: await putRows(this.#blobs, tree) } };
      this.#append({ type: 'seen', call, phase: 'before', ...(before && { picture: before }), ...stored, note: '' });
    }
    this.#now += elapsedMs ?? 0;
    this.#append({
      type: 'after',
      call,
      elapsedMs: elapsedMs ?? 0,
      ...cutText(text, put),
      ...(error && { error: { ...error } }),
    });
    const after = made.after && (await this.#pictures.take(made.after));
    if (after) this.#append({ type: 'seen', call, phase: 'after', picture: after, note: '' });
    await Promise.all(kept);
    return call;
  }

  /** In some rounds nothing was done. */
  #rounds(upTo: number, step?: ForeignStep): void {
    const { agent, model = '' } = step ?? {};
    const models = {
      HostAgent: agent?.kind === 'HostAgent' ? model : '',
      AppAgent: agent?.kind === 'AppAgent' ? model : '',
    };
    for (; this.#reported < this.#requests.length; this.#reported++) {
      const [round, request] = this.#requests[this.#reported] ?? [Infinity, ''];
      if (round > upTo) break;
      this.#round = round;
      this.#report({ event: 'round', round, request, models, limits: {} });
    }
  }

  #state({ agent, state, problem }: ForeignStep): void {
    if (!agent || !state) return;
    const { kind, name } = agent;
    // A user who took over has none of the agents' states.
    if (kind === 'Person') return;
    const from = this.#states.get(name) ?? null;
    this.#states.set(name, state);
    this.#report({ event: 'state', agent: { kind, name }, from, to: state, why: problem });
  }

  #end(): void {
    const { outcome, steps } = this.#run;
    if (!outcome) return;
    const { status, text } = outcome;
    const costs = steps.flatMap(({ usage }) => usage?.cost ?? []);
    const sum = (of: 'inputTokens' | 'outputTokens') => steps.reduce((all, { usage }) => all + (usage?.[of] ?? 0), 0);
    const cost = costs.length > 0 ? costs.reduce((all, one) => all + one, 0) : null;
    const usage = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), cost };
    if (this.#steps > 0 && status !== 'passed' && status !== 'ended')
      this.#report({ event: 'outcome', round: this.#round, outcome: status, text, usage, steps: this.#steps });
    this.#append({ type: 'end' });
  }

  async #about(started: number): Promise<void> {
    const { title, outcome, format, lacks, notes, original } = this.#run;
    const kept = original === undefined ? null : await this.#files.text(original);
    const origin: RunOrigin = {
      format,
      name: this.#files.name,
      lacks: [...lacks],
      notes: [...this.#notes, ...notes, ...this.#pictures.notes].slice(0, mostNotes),
      ...(kept !== null && { original: await this.#blobs.put(kept, 'json') }),
    };
    const about: RunFile = {
      version: traceVersion,
      run: path.basename(this.#folder),
      title,
      started: new Date(started).toISOString(),
      kind: 'task',
      ...(outcome && { ended: new Date(this.#now).toISOString(), outcome }),
      origin,
    };
    const file = path.join(this.#folder, traceFiles.run);
    await writeFile(file, `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
  }

  #report(agent: AgentEvent): void {
    this.#append({ type: 'agent', agent });
  }

  #append(line: WithoutTime<TraceEvent>): void {
    this.#lines.append(JSON.stringify({ ...line, at: new Date(this.#now).toISOString() }));
  }
}

/** Maximum number of notes; nobody reads thousands. */
const mostNotes = 200;

/** Total size of the pictures of one run, in bytes. */
const mostPictureBytes = 4_000_000_000;

/** Imports pictures of a foreign run; each is read once. A failure is reported once. */
class ForeignPictures {
  readonly notes: string[] = [];
  readonly #files: Pick<OpenFiles, 'bytes'>;
  readonly #blobs: BlobFolder;
  readonly #taken = new Map<string, Promise<Taken | null>>();
  #bytes = 0;

  constructor(files: Pick<OpenFiles, 'bytes'>, blobs: BlobFolder) {
    this.#files = files;
    this.#blobs = blobs;
  }

  /** Null if there is none. */
  async take(wanted: ForeignPicture): Promise<TracedPicture | null> {
    const { file } = wanted;
    const known = this.#taken.get(file) ?? this.#read(file);
    this.#taken.set(file, known);
    const taken = await known;
    if (!taken) return null;
    const { blob, size } = taken;
    return { blob, thumbnail: blob, bounds: placeOf(wanted, size) };
  }

  async #read(file: string): Promise<Taken | null> {
    const bytes = await this.#files.bytes(file);
    if (!bytes) return null;
    const head = readPictureHead(bytes);
    if (!head) return this.#refuse(file, 'is neither PNG nor JPEG');
    // UFO's placeholder for a failed screenshot.
    if (head.size && head.size.width * head.size.height <= 1) return this.#refuse(file, 'has one pixel');
    this.#bytes += bytes.length;
    if (this.#bytes > mostPictureBytes) return this.#refuse(file, 'comes after too many others');
    return { blob: await this.#blobs.put(bytes, head.kind), size: head.size };
  }

  #refuse(file: string, why: string): null {
    this.notes.push(`The picture ${quoted(file)} ${why}; it is left out.`);
    return null;
  }
}

interface Taken {
  readonly blob: string;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** A picture of another size does not show the reported area. */
function placeOf({ bounds = null, sameSize }: ForeignPicture, size: Taken['size']): TracedPicture['bounds'] {
  if (bounds === 'screen') return size && { x: 0, y: 0, ...size };
  const fits = bounds?.width === size?.width && bounds?.height === size?.height;
  return sameSize && !fits ? null : bounds;
}
