import type { RecorderStore } from '../../recorder/store.ts';
import type { PointedCheck } from '../../services/pointing/pointed-check.ts';
import type { RecordBarState } from '#contract/events';
import { describeStep } from '#contract/model/recordings/recording';
import type { RecordingKey } from '#contract/model/recordings/global-keys';
import type { RecordBar } from './record-bar.ts';

interface SteeringOptions {
  readonly recorder: RecorderStore;
  readonly checks: PointedCheck;
  readonly bar: Pick<RecordBar, 'open' | 'close' | 'move'>;
  /** Recordings for agents; missing if there are none. */
  readonly demonstrations?: (Pick<RecordBarState, 'shownTo'> & { discard(): Promise<void> }) | null;
  readonly changed: (state: RecordBarState) => void;
  /** Has the keys work while a recording is under way; null ends that. */
  readonly holdKeys: (actions: Readonly<Record<RecordingKey, () => void>> | null) => void;
}

/** Opens the bar during a recording, and handles its buttons and keys. */
export class SteerRecording {
  readonly #options: SteeringOptions;
  #isOpen = false;

  constructor(options: SteeringOptions) {
    this.#options = options;
    options.recorder.onChange(() => this.#update());
    options.checks.onChange(() => this.#update());
  }

  get state(): RecordBarState {
    const { recorder, checks } = this.#options;
    const { recording, paused = false, unkept } = recorder.state;
    const last = recording.steps.at(-1);
    return {
      steps: recording.steps.length,
      last: last ? describeStep(last) : '',
      paused,
      canTakeBack: recorder.canTakeBack && checks.state.pointing === null,
      shownTo: this.#options.demonstrations?.shownTo ?? null,
      ...checks.state,
      message: checks.state.message || (unkept === undefined ? '' : `Not kept on disk: ${unkept}`),
    };
  }

  move(x: number, y: number): void {
    this.#options.bar.move(x, y);
  }

  async pause(): Promise<void> {
    const { recorder, checks } = this.#options;
    // It rests for the pointing already.
    if (checks.state.pointing !== null) return;
    if (recorder.state.paused) await recorder.resume();
    else await recorder.pause();
  }

  async check(): Promise<void> {
    const { checks } = this.#options;
    if (checks.state.pointing === null) await checks.start();
    else checks.stop();
  }

  takeBack(): Promise<void> {
    return this.#options.recorder.takeBack();
  }

  async stop(): Promise<void> {
    await this.#options.checks.finish();
    await this.#options.recorder.stop();
  }

  async discard(): Promise<void> {
    this.#options.checks.stop();
    await this.#options.demonstrations?.discard();
  }

  #update(): void {
    const { recorder, bar, changed, holdKeys } = this.#options;
    const isRecording = recorder.state.status === 'recording';
    if (isRecording !== this.#isOpen) {
      this.#isOpen = isRecording;
      if (isRecording) bar.open();
      else bar.close();
      holdKeys(isRecording ? this.#keys : null);
    }
    if (isRecording) changed(this.state);
  }

  get #keys(): Readonly<Record<RecordingKey, () => void>> {
    return {
      pause: () => void this.pause(),
      check: () => void this.check(),
      takeBack: () => void this.takeBack(),
    };
  }
}
