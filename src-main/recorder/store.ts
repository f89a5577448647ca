import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { Engine } from '../engine/engine.ts';
import { perObject } from '../base/async/per-object.ts';
import { recordedStarts } from '../permissions/recorded-starts.ts';
import type { CallsProblem, ExportedScript, ExportFormat, RecorderState } from '#contract/api';
import { AppError } from '#contract/errors';
import type { Expectation } from '#contract/model/recordings/expectation';
import { findStep, withAction, type MadeStep, type Recording, type Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import {
  clearSteps,
  emptyRecording,
  enableSteps,
  insertSteps,
  moveStep,
  removeSteps,
  updateStep,
} from './editing/edit.ts';
import { writeExportFolder } from './saving/export-files.ts';
import { json, ufoJson } from './exporters/tool-calls.ts';
import { exporterOf, exporters, exportRecording } from './exporters/list.ts';
import { writeRecording } from './saving/files.ts';
import { makeGroup, moveGroup, nudge, ungroup, updateGroup } from './steps/groups.ts';
import { record, redo, startHistory, undo, type History, InsertionPoint } from './editing/history.ts';
import { callsSchema } from './importers/calls-schema.ts';
import { readCalls } from './saving/import-recording.ts';
import type { Journal } from './saving/journal.ts';
import { createMadeHere, type MadeHere } from './saving/made-here.ts';
import type { LateNews } from './merging/merge-effects.ts';
import { whyNotWritten } from './saving/why-not-written.ts';
import { makeSecret } from './editing/make-secret.ts';
import { startRecorder, type RecorderChange, type RunningRecorder } from './recorder.ts';

export interface RecorderStoreOptions {
  /** The user's key for a halt, as it is when a recording starts. */
  readonly haltKey?: () => string;
  readonly engine: Pick<Engine, 'on' | 'listWindows' | 'settleInput' | 'describe'>;
  /** `fake`, `linux`, … as recordings name where they were made. */
  readonly platform: string;
  readonly journal: Journal;
  /** Remembers what is saved here as this user's own; nothing does by default. */
  readonly madeHere?: MadeHere;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

type Edit = (recording: Recording) => Recording;

/** The one recording that is made, edited, saved and exported. */
export class RecorderStore {
  readonly #options: RecorderStoreOptions;
  readonly #madeHere: MadeHere;
  readonly #now: () => number;
  readonly #emitter = new Emitter<{ changed: RecorderState }>();
  #history: History<Recording>;
  #saved: Recording;
  #drafts: readonly Step[] = [];
  #running: RunningRecorder | null = null;
  #startedAt: number | null = null;
  #isPaused = false;
  /** What alone is recorded; undefined for everything. */
  #window: WindowInfo | undefined;
  /** Ids of what was recorded since the start, in its order. */
  #recorded: string[] = [];
  #path: string | null = null;
  #notices: readonly string[] = [];
  /** What {@link RecorderStore.recover} found, until it is saved or discarded. */
  #leftUnsaved: Recording | null = null;
  /** Why the journal could not be written; null if it is whole. */
  #unkept: string | null = null;
  /** It, or something of it, is nobody's whom this Deskscope knows: a file, an import, steps of a run. */
  #isForeign = false;
  /** Where what is recorded goes. */
  #point = new InsertionPoint(null);

  constructor(options: RecorderStoreOptions) {
    this.#options = options;
    this.#madeHere = options.madeHere ?? createMadeHere(undefined);
    this.#now = options.now ?? Date.now;
    this.#history = startHistory(this.#empty());
    this.#saved = this.#history.present;
  }

  get state(): RecorderState {
    const { present, past, future } = this.#history;
    return {
      status: this.#startedAt === null ? 'idle' : 'recording',
      startedAt: this.#startedAt,
      ...(this.#isPaused && { paused: true }),
      recording: this.#point.insert(present, this.#drafts),
      path: this.#path,
      dirty: present !== this.#saved || this.#drafts.length > 0,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      notice: [...this.#ofLastTime(), ...this.#notices].join(' '),
      ...(this.#leftUnsaved === present && { leftUnsaved: true }),
      ...(this.#unkept !== null && { unkept: this.#unkept }),
      ...(this.#isForeign && { foreign: startsIn(present) }),
    };
  }

  /** Whether it was imported and nobody has trusted it yet. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  /** Whether a recording that was read was made by this user here. */
  isOwn(recording: Recording): Promise<boolean> {
    return this.#madeHere.has(recording);
  }

  /** A person has read it, and takes it for their own. */
  async trust(): Promise<void> {
    this.#isForeign = false;
    await this.#madeHere.add(this.#history.present);
    this.#announce();
  }

  /** What is final; the state's recording also holds steps that may still change. */
  get recording(): Recording {
    return this.#history.present;
  }

  onChange(listener: (state: RecorderState) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /**
   * Adds what is done from now on to the recording: behind the step `after`, or at its end.
   * @throws AppError `busy` while one is under way, `window_not_found`, `not_found` for a step that is not there
   */
  async start(
    input: { readonly window?: WindowId | undefined; readonly after?: string | undefined } = {},
  ): Promise<void> {
    if (this.#startedAt !== null) throw new AppError('busy', 'A recording is under way.');
    if (input.after !== undefined) findStep(this.#history.present, input.after);
    this.#point = new InsertionPoint(input.after ?? null);
    this.#startedAt = this.#now();
    try {
      this.#window = input.window === undefined ? undefined : await this.#findWindow(input.window);
      this.#notices = [];
      this.#recorded = [];
      this.#keep((journal) => this.#keepAll(journal));
      this.#running = this.#startRecorder();
      await this.#listening();
    } catch (error) {
      this.#startedAt = null;
      throw error;
    } finally {
      this.#announce();
    }
  }

  /** Ends the recording with every step in it; nothing if none is under way. */
  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
    this.#startedAt = null;
    this.#isPaused = false;
    this.#drafts = [];
    this.#announce();
  }

  /**
   * Nothing is recorded until {@link resume}, once this settles and the state reports it: what was done before is still being
   * looked up then. Does nothing if no recording is under way.
   */
  async pause(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    await running.stop();
    if (this.#running !== running) return;
    this.#running = null;
    this.#isPaused = true;
    this.#announce();
  }

  /** Goes on after {@link pause}, once this settles and the state reports it. */
  async resume(): Promise<void> {
    if (!this.#isPaused || this.#running) return;
    const running = this.#startRecorder();
    this.#running = running;
    await this.#listening();
    if (this.#running !== running) return;
    this.#isPaused = false;
    this.#announce();
  }

  /** The last step of the recording under way; null if none was recorded yet, or it is there no longer. */
  get lastRecorded(): Step | null {
    const { steps } = this.#history.present;
    const last = this.#recorded.filter((id) => steps.some((step) => step.id === id)).at(-1);
    return steps.find(({ id }) => id === last) ?? null;
  }

  /** Whether {@link takeBack} has something to remove: final already, or on its way to be. */
  get canTakeBack(): boolean {
    return this.#startedAt !== null && (this.#drafts.length > 0 || this.lastRecorded !== null);
  }

  /** Removes the last step of the recording under way, which goes on; nothing if there is none. */
  async takeBack(): Promise<void> {
    await this.#running?.settle();
    const last = this.lastRecorded;
    if (last) this.removeSteps([last.id]);
  }

  /** Has a step expect one thing more. @throws AppError `not_found` */
  expect(id: string, expected: Expectation): void {
    const step = findStep(this.#history.present, id);
    this.updateStep({ ...step, expected: [...(step.expected ?? []), expected] });
  }

  /**
   * Puts a step that was made by hand at an index; past the end means last. It happens in the window of the step before where it
   * names none.
   * @param group that it should belong to, where it is next to it
   * @returns its id
   */
  insertStep(made: MadeStep, at: number, group?: string | null): string {
    const { steps } = this.#history.present;
    const before = steps[Math.min(at, steps.length) - 1] ?? steps[at];
    const window = Object.keys(made.window).length > 0 ? made.window : (before?.window ?? {});
    const step: Step = { ...made, window, id: randomUUID(), at: before?.at ?? 0 };
    this.#edit((recording) => insertSteps(recording, [step], at, group));
    return step.id;
  }

  /** @throws AppError `not_found` */
  removeSteps(ids: readonly string[]): void {
    this.#edit((recording) => removeSteps(recording, ids));
  }

  /** See {@link moveStep}. @throws AppError `not_found` */
  moveStep(id: string, to: number, group?: string | null): void {
    this.#edit((recording) => moveStep(recording, id, to, group));
  }

  /** Moves a step or a group one place up or down. @throws AppError `not_found` */
  nudge(id: string, by: 1 | -1): void {
    this.#edit((recording) => nudge(recording, id, by));
  }

  /**
   * Makes steps a group.
   * @returns its id
   * @throws AppError `not_found`, `invalid_parameter` if they do not stand together
   */
  group(ids: readonly string[], name: string): string {
    const id = randomUUID();
    this.#edit((recording) => makeGroup(recording, ids, { id, name }));
    return id;
  }

  /** @throws AppError `not_found` */
  ungroup(id: string): void {
    this.#edit((recording) => ungroup(recording, id));
  }

  /** @throws AppError `not_found` */
  updateGroup(group: StepGroup): void {
    this.#edit((recording) => updateGroup(recording, group));
  }

  /** @throws AppError `not_found` */
  moveGroup(id: string, to: number): void {
    this.#edit((recording) => moveGroup(recording, id, to));
  }

  /** @throws AppError `not_found` */
  updateStep(step: Step): void {
    this.#edit((recording) => updateStep(recording, withAction(step, step.action)));
  }

  /**
   * Has a step enter a secret in the place of its text, and reports where that still stands.
   * @throws AppError `not_found`, `invalid_parameter` for a step that enters no text
   */
  makeSecret(id: string): void {
    const { recording, shownIn } = makeSecret(this.#history.present, id);
    if (shownIn.length > 0) {
      const steps = shownIn.map((index) => index + 1).join(', ');
      this.#addNotice(
        `The text that is a secret now still stands in ${shownIn.length === 1 ? 'step' : 'steps'} ${steps}.`,
      );
    }
    this.#edit(() => recording);
  }

  /** Switches steps on or off. @throws AppError `not_found` */
  enable(ids: readonly string[], enabled: boolean): void {
    this.#edit((recording) => enableSteps(recording, ids, enabled));
  }

  /** What is wrong with tool calls that are being edited; null if they can be used. */
  checkCalls(text: string): CallsProblem | null {
    try {
      readCalls(text, this.#history.present);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { line: Number(error.data?.['line'] ?? 1), message: error.message };
    }
  }

  /**
   * Takes the steps of edited tool calls in place of those of the recording.
   * @throws AppError `busy`, `invalid_parameter` naming line and field
   */
  useCalls(text: string): void {
    if (this.#startedAt !== null) throw new AppError('busy', 'Stop the recording first.');
    const { recording, notes } = readCalls(text, this.#history.present);
    this.#notices = notes;
    this.#edit(() => recording);
  }

  clear(): void {
    this.#edit(clearSteps);
  }

  undo(): void {
    this.#change(undo(this.#history));
  }

  redo(): void {
    this.#change(redo(this.#history));
  }

  /**
   * Takes another recording in place of this one.
   * @param path where it was read from, if anywhere
   * @param notices what the user must know about it
   * @param isForeign it comes from elsewhere: what it would do is shown, and asked about
   * @throws AppError `busy`
   */
  load(recording: Recording, path: string | null = null, notices: readonly string[] = [], isForeign = false): void {
    if (this.#startedAt !== null) throw new AppError('busy', 'Stop the recording first.');
    this.#notices = notices;
    this.#isForeign = isForeign;
    this.#path = path;
    this.#history = startHistory(recording);
    this.#saved = path === null ? this.#empty() : recording;
    if (path === null) this.#keep((journal) => this.#keepAll(journal, recording));
    else this.#forget();
    this.#announce();
  }

  /** Writes the whole file or nothing. @throws AppError `file_error` */
  async save(path: string): Promise<void> {
    const recording = this.#history.present;
    await writeRecording(path, recording);
    if (!this.#isForeign) await this.#madeHere.add(recording);
    this.#path = path;
    this.#saved = recording;
    this.#leftUnsaved = null;
    if (this.#history.present === recording && this.#startedAt === null) this.#forget();
    this.#announce();
  }

  /** Keeps what is not saved in another folder from now on. @throws AppError `file_error` */
  keepIn(folder: string): void {
    try {
      this.#options.journal.moveTo(folder, this.#history.present, this.#isForeign);
      this.#unkept = null;
    } catch (error) {
      throw new AppError('file_error', `Cannot write to ${folder}: ${whyNotWritten(error)}.`, { cause: error });
    } finally {
      this.#announce();
    }
  }

  get formats(): readonly ExportFormat[] {
    return exporters.map(({ id, label, group }) => ({
      id,
      label,
      group,
      ...([json.id, ufoJson.id].includes(id) && { schema: callsSchema() }),
    }));
  }

  /** @throws AppError `invalid_parameter` for an unknown format, and for a step that the format cannot express */
  export(format: string): ExportedScript {
    return exportRecording(this.state.recording, format);
  }

  /** Writes an export that is a folder. @throws AppError `invalid_parameter` for no format's id, `file_error` */
  async exportFolder(format: string, folder: string): Promise<void> {
    await writeExportFolder(exporterOf(format), this.state.recording, folder);
  }

  /** Takes over what an earlier process left unsaved, whether it was quit or died. True if there was something. */
  recover(): boolean {
    const found = this.#options.journal.recover();
    if (!found) return false;
    this.load(found, null, [], this.#options.journal.isForeign);
    this.#leftUnsaved = this.#history.present;
    this.#announce();
    return true;
  }

  #ofLastTime(): readonly string[] {
    const { present } = this.#history;
    if (this.#leftUnsaved !== present) return [];
    const { length } = present.steps;
    return [`Unsaved recording from last time: ${length} ${length === 1 ? 'step' : 'steps'}.`];
  }

  /** Stops listening. The journal keeps what is not saved. */
  async close(): Promise<void> {
    await this.stop();
  }

  #startRecorder(): RunningRecorder {
    const { steps } = this.#history.present;
    return startRecorder({
      ...(this.#options.haltKey && { haltKey: this.#options.haltKey() }),
      engine: this.#options.engine,
      window: this.#window,
      now: this.#now,
      startAt: steps[this.#point.indexIn(steps) - 1]?.at ?? 0,
      changed: (change) => this.#add(change),
      notice: (sentence) => this.#notice(sentence),
    });
  }

  /**
   * Settles once the engine receives input: its answer waits until then. Input it can never receive is noted in the recording.
   */
  async #listening(): Promise<void> {
    const described = await this.#options.engine.describe({}).catch(() => null);
    if (described?.capabilities.unreported) this.#notice(described.capabilities.unreported);
  }

  async #findWindow(id: WindowId): Promise<WindowInfo> {
    const { items } = await this.#options.engine.listWindows({});
    const window = items.find((item) => item.id === id);
    if (!window) throw new AppError('window_not_found', `There is no window with the handle ${id}.`);
    return window;
  }

  #add({ steps, drafts, late }: RecorderChange): void {
    this.#drafts = drafts;
    if (late) this.#addLate(late);
    // One by one, so that each can be undone.
    for (const step of steps) this.#history = record(this.#history, this.#point.add(this.#history.present, step));
    this.#recorded.push(...steps.map(({ id }) => id));
    if (steps.length > 0) this.#keep((journal) => this.#keepAdded(journal, steps));
    this.#announce();
  }

  /** No edit of its own: to undo the step undoes it too. Of a step that was removed meanwhile there is no news. */
  #addLate({ step: id, news }: LateNews): void {
    const { present } = this.#history;
    const step = present.steps.find((one) => one.id === id);
    if (!step) return;
    const known = { ...step, ...news };
    this.#history = { ...this.#history, present: updateStep(present, known) };
    this.#keep((journal) => journal.append([known]));
  }

  /** A journal grows at its end. */
  #keepAdded(journal: Journal, steps: readonly Step[]): void {
    if (this.#point.isEnd) journal.append(steps);
    else this.#keepAll(journal);
  }

  #keepAll(journal: Journal, recording = this.#history.present): void {
    journal.replace(recording, this.#isForeign);
  }

  #edit(edit: Edit): void {
    this.#change(record(this.#history, edit(this.#history.present)));
  }

  #change(history: History<Recording>): void {
    if (history === this.#history) return;
    this.#history = history;
    this.#keep((journal) => this.#keepAll(journal));
    this.#announce();
  }

  /**
   * A disk that does not take the journal must not end the recording. What it took of a line is cut off: the next time all is
   * written again.
   */
  #keep(write: (journal: Journal) => void): void {
    const { journal } = this.#options;
    try {
      if (this.#unkept === null) write(journal);
      else this.#keepAll(journal);
      this.#unkept = null;
    } catch (error) {
      this.#unkept = whyNotWritten(error);
    }
  }

  /** It is saved: nothing is left to keep. */
  #forget(): void {
    this.#unkept = null;
    try {
      this.#options.journal.discard();
    } catch {
      // It is offered once more than needed; what was asked for is done.
    }
  }

  #notice(sentence: string): void {
    this.#addNotice(sentence);
    this.#announce();
  }

  #addNotice(sentence: string): void {
    if (!this.#notices.includes(sentence)) this.#notices = [...this.#notices, sentence];
  }

  #announce(): void {
    this.#emitter.emit('changed', this.state);
  }

  #empty(): Recording {
    return emptyRecording(this.#options.platform, new Date(this.#now()).toISOString());
  }
}

/** The programs that a recording would start. */
const startsIn = perObject(({ steps }: Recording): readonly string[] =>
  recordedStarts(
    steps.filter(({ enabled }) => enabled),
    { windows: [], isOwn: false },
  ).map(({ sentence }) => sentence),
);
