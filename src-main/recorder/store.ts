import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { Engine } from '../engine/engine.ts';
import { perObject } from '../base/async/per-object.ts';
import { recordedStarts } from '../permissions/recorded-starts.ts';
import type { CallsProblem, ExportedScript, ExportFormat, RecorderState } from '#contract/api';
import { AppError } from '#contract/errors';
import { describeExpectation, type Expectation } from '#contract/model/recordings/expectation';
import {
  findStep,
  withAction,
  type MadeStep,
  type Recording,
  type Step,
  type UsedProgram,
} from '#contract/model/recordings/recording';
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
  withProgram,
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
  /** The user's halt key at the start of a recording. */
  readonly haltKey?: () => string;
  readonly engine: Pick<Engine, 'on' | 'listWindows' | 'settleInput' | 'describe'>;
  /** `fake`, `linux`, …, as stored in recordings. */
  readonly platform: string;
  readonly journal: Journal;
  /** Remembers recordings saved here as this user's own; nothing is remembered by default. */
  readonly madeHere?: MadeHere;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

type Edit = (recording: Recording) => Recording;

/** The recording that is made, edited, saved and exported. */
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
  /** The only recorded window; undefined for all. */
  #window: WindowInfo | undefined;
  /** Ids of the steps recorded since the start, in order. */
  #recorded: string[] = [];
  #path: string | null = null;
  #notices: readonly string[] = [];
  /** What {@link RecorderStore.recover} found, until it is saved or discarded. */
  #leftUnsaved: Recording | null = null;
  /** Why the journal could not be written; null if it is complete. */
  #unkept: string | null = null;
  /** It is at least partly foreign: from a file, an import, or a run. */
  #isForeign = false;
  /** Where new steps are inserted. */
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

  /** Whether it was imported and the user has not trusted it yet. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  /** Whether this user made the recording here. */
  isOwn(recording: Recording): Promise<boolean> {
    return this.#madeHere.has(recording);
  }

  /** The user has reviewed it, and trusts it as their own. */
  async trust(): Promise<void> {
    this.#isForeign = false;
    await this.#madeHere.add(this.#history.present);
    this.#announce();
  }

  /** Final steps; the state's recording also has steps that may still change. */
  get recording(): Recording {
    return this.#history.present;
  }

  onChange(listener: (state: RecorderState) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /**
   * Starts recording new steps: after the step `after`, or at the end.
   * @throws AppError `busy` during a recording, `window_not_found`, `not_found` for a missing step
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

  /** Ends the recording with every step in it; does nothing if there is none. */
  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
    this.#startedAt = null;
    this.#isPaused = false;
    this.#drafts = [];
    this.#announce();
  }

  /**
   * Records nothing until {@link resume}, once this settles and the state reports it: earlier input is still being looked up
   * then. Does nothing without a recording in progress.
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

  /** Continues after {@link pause}, once this settles and the state reports it. */
  async resume(): Promise<void> {
    if (!this.#isPaused || this.#running) return;
    const running = this.#startRecorder();
    this.#running = running;
    await this.#listening();
    if (this.#running !== running) return;
    this.#isPaused = false;
    this.#announce();
  }

  /** The last step of the recording in progress; null if there is none, or it was removed. */
  get lastRecorded(): Step | null {
    const { steps } = this.#history.present;
    const last = this.#recorded.filter((id) => steps.some((step) => step.id === id)).at(-1);
    return steps.find(({ id }) => id === last) ?? null;
  }

  /** Whether {@link takeBack} has a step to remove: final, or about to be. */
  get canTakeBack(): boolean {
    return this.#startedAt !== null && (this.#drafts.length > 0 || this.lastRecorded !== null);
  }

  /** Removes the last step of the recording in progress, which continues; does nothing if there is none. */
  async takeBack(): Promise<void> {
    await this.#running?.settle();
    const last = this.lastRecorded;
    if (last) this.removeSteps([last.id]);
  }

  /** Adds an expectation to a step, unless it has the same already. @throws AppError `not_found` */
  expect(id: string, expected: Expectation): void {
    const step = findStep(this.#history.present, id);
    const words = describeExpectation(expected);
    if (step.expected?.some((known) => describeExpectation(known) === words)) return;
    this.updateStep({ ...step, expected: [...(step.expected ?? []), expected] });
  }

  /**
   * Inserts a manually made step at an index; past the end means last. By default it acts in the window of the previous step.
   * @param group the group to join, if adjacent
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
   * Groups steps.
   * @returns its id
   * @throws AppError `not_found`, `invalid_parameter` if they are not adjacent
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
   * Replaces a step's text with a secret, and reports where the text remains.
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

  /** Enables or disables steps. @throws AppError `not_found` */
  enable(ids: readonly string[], enabled: boolean): void {
    this.#edit((recording) => enableSteps(recording, ids, enabled));
  }

  /** The error in edited tool calls; null if they are valid. */
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
   * Replaces the recording's steps with those of edited tool calls.
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
   * Loads another recording in place of this one.
   * @param path its file, if any
   * @param notices messages for the user
   * @param isForeign it comes from elsewhere, so its actions are shown and need confirmation
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

  /** Keeps unsaved steps in another folder from now on. @throws AppError `file_error` */
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

  /** Writes an export that is a folder. @throws AppError `invalid_parameter` for an unknown format, `file_error` */
  async exportFolder(format: string, folder: string): Promise<void> {
    await writeExportFolder(exporterOf(format), this.state.recording, folder);
  }

  /** Takes over the unsaved steps of an earlier process, whether it quit or crashed. True if there were any. */
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

  /** Stops listening. The journal keeps unsaved steps. */
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
   * Settles once the engine receives input, since its answer waits until then. Input it can never receive is noted in the
   * recording.
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

  #add({ steps, drafts, late, program }: RecorderChange): void {
    this.#drafts = drafts;
    if (program) this.#addProgram(program);
    if (late) this.#addLate(late);
    // One by one, so that each can be undone.
    for (const step of steps) this.#history = record(this.#history, this.#point.add(this.#history.present, step));
    this.#recorded.push(...steps.map(({ id }) => id));
    if (steps.length > 0) this.#keep((journal) => this.#keepAdded(journal, steps));
    this.#announce();
  }

  /** No edit: undo keeps it. */
  #addProgram(program: UsedProgram): void {
    const { past, present, future } = this.#history;
    this.#history = {
      past: past.map((one) => withProgram(one, program)),
      present: withProgram(present, program),
      future,
    };
    this.#keep((journal) => this.#keepAll(journal));
  }

  /** Not a separate edit, so undo removes it with the step. Ignored for a removed step. */
  #addLate({ step: id, news }: LateNews): void {
    const { present } = this.#history;
    const step = present.steps.find((one) => one.id === id);
    if (!step) return;
    const known = { ...step, ...news };
    this.#history = { ...this.#history, present: updateStep(present, known) };
    this.#keep((journal) => journal.append([known]));
  }

  /** A journal is appended to. */
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

  /** A journal that cannot be written must not end the recording. A partial line is truncated, and the next write repeats all. */
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

  /** It is saved, so nothing needs to be kept. */
  #forget(): void {
    this.#unkept = null;
    try {
      this.#options.journal.discard();
    } catch {
      // It is offered once too often, but the request is done.
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

/** The programs that a recording starts. */
const startsIn = perObject(({ steps }: Recording): readonly string[] =>
  recordedStarts(
    steps.filter(({ enabled }) => enabled),
    { windows: [], isOwn: false },
  ).map(({ sentence }) => sentence),
);
