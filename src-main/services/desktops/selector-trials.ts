import { AppError } from '#contract/errors';
import type { ElementId } from '#contract/model/elements/element';
import type { TrialCondition, TrialProgress, TrialReport } from '#contract/model/elements/selector-trial';
import type { Engine } from '../../engine/engine.ts';
import { runTrials, type TrialOptions } from '../../inspect/trials/run-trials.ts';
import { keepTrial } from './kept-trials.ts';
import { openTrialDesktop, trialDetail, type TrialDesktopOptions } from './trial-desktop.ts';

export interface TrialRequest {
  readonly element: ElementId;
  readonly conditions?: readonly TrialCondition[] | undefined;
  readonly language?: string | undefined;
}

export interface SelectorTrialsOptions extends Omit<TrialDesktopOptions, 'language'> {
  /** An existing folder for the outcomes. */
  readonly profile: string;
  readonly progress: (progress: TrialProgress) => void;
}

/** Tests selectors in fresh starts of their app, one element at a time, and keeps the outcomes. */
export class SelectorTrials {
  readonly #options: SelectorTrialsOptions;
  #running: AbortController | null = null;

  constructor(options: SelectorTrialsOptions) {
    this.#options = options;
  }

  /** @param engine of the desktop where the element is @throws AppError as `runTrials`; `busy` during another test */
  async run(
    engine: TrialOptions['engine'] & Pick<Engine, 'setSelectorTrials'>,
    { language, ...asked }: TrialRequest,
    signal?: AbortSignal,
  ): Promise<TrialReport> {
    if (this.#running) throw new AppError('busy', 'Other selectors are being tested.', { hint: 'Wait, or stop that.' });
    const running = (this.#running = new AbortController());
    const stop = () => running.abort();
    signal?.addEventListener('abort', stop);
    const options = { ...this.#options, language };
    try {
      const report = await runTrials({
        ...asked,
        engine,
        detailOf: (condition, start) => Promise.resolve().then(() => trialDetail(condition, start, options)),
        open: (condition, start, within) => openTrialDesktop(condition, start, { ...options, signal: within }),
        progress: options.progress,
        signal: running.signal,
      });
      await engine.setSelectorTrials({ apps: await keepTrial(options.profile, report) });
      return report;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#running = null;
    }
  }

  stop(): void {
    this.#running?.abort();
  }
}
