import { toWire } from '#contract/errors';
import type { PickEvent } from '#contract/events';
import { describeElement, type ElementId } from '#contract/model/elements/element';
import { describeExpectation } from '#contract/model/recordings/expectation';
import { Emitter } from '../../base/async/emitter.ts';
import type { Disposable } from '../../base/async/disposable.ts';
import type { Log } from '../../base/log.ts';
import type { Engine } from '../../engine/engine.ts';
import { Inspector } from '../../inspect/inspector.ts';
import { checkOf, elementIn, shownBy } from '../../recorder/steps-by-hand.ts';
import type { RecorderStore } from '../../recorder/store.ts';

export interface PointedCheckState {
  /** What is pointed at, empty for nothing; null if nothing is to be pointed at. */
  readonly pointing: string | null;
  /** What is expected from now on, or why nothing is; empty before. */
  readonly message: string;
}

interface PointedCheckOptions {
  readonly engine: Engine;
  readonly recorder: RecorderStore;
  readonly pause: PointingPause;
  /** Whether the user wants to see an outline. */
  readonly outline: () => boolean;
  readonly log: Log;
}

/**
 * While a recording is under way, its user points at something, and the last step expects what that shows. The recording
 * rests meanwhile, so that nothing of it becomes a step.
 */
export class PointedCheck {
  readonly #options: PointedCheckOptions;
  readonly #inspector: Inspector;
  readonly #emitter = new Emitter<{ changed: PointedCheckState }>();
  #state: PointedCheckState = { pointing: null, message: '' };
  #picked: ElementId | null = null;
  /** What was recorded last when the message was said. */
  #saidAfter = '';

  constructor(options: PointedCheckOptions) {
    const { engine, outline, log } = options;
    this.#options = options;
    this.#inspector = new Inspector({ engine, outline, log, announce: (event) => this.#onPick(event) });
    options.recorder.onChange(() => this.#forgetMessage());
  }

  get state(): PointedCheckState {
    return this.#state;
  }

  onChange(listener: (state: PointedCheckState) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /** Does nothing if no recording is under way. */
  async start(): Promise<void> {
    const { recorder, pause } = this.#options;
    const isRecording = () => recorder.state.status === 'recording';
    if (!isRecording() || this.#state.pointing !== null) return;
    this.#picked = null;
    this.#set({ pointing: '', message: '' });
    await pause.begin();
    if (isRecording()) {
      this.#inspector.start();
      return;
    }
    // Stopped meanwhile.
    this.#set({ pointing: null, message: '' });
    await pause.end();
  }

  stop(): void {
    this.#inspector.stop();
  }

  #onPick(event: PickEvent): void {
    if (event.type === 'hovered')
      this.#set({ pointing: event.hit ? describeElement(event.hit.element) : '', message: '' });
    if (event.type === 'picked') this.#picked = event.hit.element.id;
    if (event.type === 'ended') void this.#end(event.reason === 'failed' ? event.error.message : '');
  }

  async #end(problem: string): Promise<void> {
    const picked = this.#picked;
    const message = picked === null ? problem : await this.#add(picked);
    this.#set({ pointing: null, message });
    await this.#options.pause.end();
  }

  /** Answers what is expected, or why nothing is. */
  async #add(id: ElementId): Promise<string> {
    const { engine, recorder } = this.#options;
    try {
      const named = await elementIn(engine, id);
      const last = recorder.lastRecorded;
      const expected = shownBy(named, last?.window ?? named.window);
      if (last) recorder.expect(last.id, expected);
      else recorder.insertStep({ ...checkOf('element', named), expected: [expected] }, Infinity);
      return `Expects that ${describeExpectation(expected)}`;
    } catch (error) {
      return toWire(error).message;
    }
  }

  /** A message is about the last step: once there is another, or another recording, it is old. */
  #forgetMessage(): void {
    const { pointing, message } = this.#state;
    if (pointing === null && message !== '' && this.#saidAfter !== this.#lastStep) this.#set({ pointing, message: '' });
  }

  get #lastStep(): string {
    const { startedAt, recording } = this.#options.recorder.state;
    return `${startedAt} ${recording.steps.at(-1)?.id}`;
  }

  #set(state: PointedCheckState): void {
    this.#state = state;
    this.#saidAfter = this.#lastStep;
    this.#emitter.emit('changed', state);
  }
}

/**
 * Pauses the recording while its user points at something, for a check or a pick: nothing of that becomes a step. Several may
 * overlap; the recording goes on after the last, unless its user had paused it before the first.
 */
export class PointingPause {
  readonly #recorder: Pick<RecorderStore, 'state' | 'pause' | 'resume'>;
  #active = 0;
  #resumes = false;
  #paused = Promise.resolve();

  constructor(recorder: Pick<RecorderStore, 'state' | 'pause' | 'resume'>) {
    this.#recorder = recorder;
  }

  /** Settles once nothing is recorded. */
  begin(): Promise<void> {
    this.#active += 1;
    if (this.#active > 1) return this.#paused;
    const { status, paused = false } = this.#recorder.state;
    // Still true if the recording is about to go on after an earlier one.
    this.#resumes ||= status === 'recording' && !paused;
    this.#paused = this.#recorder.pause();
    return this.#paused;
  }

  async end(): Promise<void> {
    this.#active -= 1;
    await this.#paused.catch(() => undefined);
    if (this.#active > 0 || !this.#resumes) return;
    await this.#recorder.resume();
    if (this.#active === 0) this.#resumes = false;
  }
}
