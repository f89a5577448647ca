import { AppError } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import type { PersonAct } from '#contract/model/agents/person-act';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { mask } from '#contract/model/tools/tool-call';
import type { Debugger } from '../../agents/debugger/debugger.ts';
import type { Engine } from '../../engine/engine.ts';
import { startRecorder, type RunningRecorder } from '../../recorder/recorder.ts';
import { stepCall } from '../../dialects/steps.ts';

export interface TakeOverOptions {
  readonly engine: Pick<Engine, 'on' | 'settleInput' | 'describe'>;
  readonly debug: Pick<Debugger, 'takeOver' | 'beginsToRecord' | 'did' | 'handBack'>;
  readonly haltKey: () => string;
  /** Receives a sentence about what the recording may be missing. */
  readonly notice: (sentence: string) => void;
}

/** The user does the agents' work by hand: agents are held, and the user's acts become steps of their run. */
export class TakeOver {
  readonly #options: TakeOverOptions;
  #recorder: RunningRecorder | null = null;

  constructor(options: TakeOverOptions) {
    this.#options = options;
  }

  /** Holds the agents at once; settles when the user's acts are recorded. @throws AppError `busy` if already taken over */
  async start(): Promise<void> {
    const { engine, debug, haltKey, notice } = this.#options;
    debug.takeOver({ recorded: false });
    this.#recorder = startRecorder({
      engine,
      haltKey: haltKey(),
      changed: ({ steps }) => {
        for (const step of steps) debug.did(actOf(step));
      },
      notice,
    });
    // The engine answers once it listens.
    await engine.describe({}).catch(() => undefined);
    debug.beginsToRecord();
  }

  /** Settles when the last act has been reported. @throws AppError `invalid_parameter` if nothing was taken over */
  async handBack(): Promise<void> {
    const recorder = this.#recorder;
    if (!recorder) throw new AppError('invalid_parameter', 'You have not taken over.');
    this.#recorder = null;
    await recorder.stop();
    this.#options.debug.handBack();
  }

  /** Hands back if taken over. */
  async end(): Promise<void> {
    if (this.#recorder) await this.handBack();
  }
}

function actOf(step: Step): PersonAct {
  const { tool, parameters } = stepCall(step, () => mask);
  return {
    action: { function: tool, arguments: { ...parameters } },
    text: oneLine(describeStep(step)),
    target: step.target?.bounds ?? null,
  };
}
