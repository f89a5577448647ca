import type { RecorderStore } from '../../recorder/store.ts';

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
    // Still true where the recording is about to go on after an earlier one.
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
