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
  /** Label of the element under the pointer, empty for none; null when not pointing. */
  readonly pointing: string | null;
  /** The new expectation, or why there is none; empty before. */
  readonly message: string;
}

interface PointedCheckOptions {
  readonly engine: Engine;
  readonly recorder: RecorderStore;
  readonly pause: PointingPause;
  /** Whether to show an outline. */
  readonly outline: () => boolean;
  readonly log: Log;
}

/**
 * During a recording, the user points at an element, and the last step gets an expectation of its current state. The
 * recording is paused meanwhile, so that no pointing becomes a step.
 */
export class PointedCheck {
  readonly #options: PointedCheckOptions;
  readonly #inspector: Inspector;
  readonly #emitter = new Emitter<{ changed: PointedCheckState }>();
  #state: PointedCheckState = { pointing: null, message: '' };
  #picked: ElementId | null = null;
  /** Settles once the last picked element is an expectation. */
  #added = Promise.resolve();
  /** The last recorded step when the message was set. */
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

  /** Does nothing unless a recording is in progress. */
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

  /** As {@link PointedCheck.stop}, but an element that was clicked before counts, however late its app answers. */
  async finish(): Promise<void> {
    if (this.#state.pointing === null) return;
    await this.#options.engine.settleInput({}).catch(() => undefined);
    this.stop();
    await this.#added;
  }

  #onPick(event: PickEvent): void {
    if (event.type === 'hovered')
      this.#set({ pointing: event.hit ? describeElement(event.hit.element) : '', message: '' });
    if (event.type === 'picked') this.#picked = event.hit.element.id;
    if (event.type === 'ended') {
      this.#added = this.#end(event.reason === 'failed' ? event.error.message : '');
      void this.#added.then(() => this.#options.pause.end());
    }
  }

  async #end(problem: string): Promise<void> {
    const picked = this.#picked;
    const message = picked === null ? problem : await this.#add(picked);
    this.#set({ pointing: null, message });
  }

  /** Returns the new expectation, or why there is none. */
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

  /** A message refers to the last step: another step or another recording makes it stale. */
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
 * Pauses the recording while its user points at an element, for a check or a pick, so that no pointing becomes a step.
 * Pauses may overlap; the recording resumes after the last, unless the user had paused it before the first.
 */
export class PointingPause {
  readonly #recorder: Pick<RecorderStore, 'state' | 'pause' | 'resume'>;
  #active = 0;
  #resumes = false;
  #paused = Promise.resolve();

  constructor(recorder: Pick<RecorderStore, 'state' | 'pause' | 'resume'>) {
    this.#recorder = recorder;
  }

  /** Settles once recording has stopped. */
  begin(): Promise<void> {
    this.#active += 1;
    if (this.#active > 1) return this.#paused;
    const { status, paused = false } = this.#recorder.state;
    // Still true if the recording is about to resume after an earlier one.
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
