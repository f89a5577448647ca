import { fromWire, type AppError, type ErrorCode } from '#contract/errors';
import { spellChord } from '#contract/model/recordings/chord';
import { AppError as AppFailure } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { toolKey, type Caller } from '#contract/model/tools/tool-call';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { createToolSession, type Sighted } from '../../tools/session/tool-session.ts';

/** Everything that a test does to a desktop passes here, and so the tool-runner: judged, aimed, verified and traced as any act. */
export class Acting {
  readonly #runner: ToolRunner;
  readonly #caller: Caller;
  readonly #session = createToolSession();

  constructor(runner: ToolRunner, name: string) {
    this.#runner = runner;
    this.#caller = { kind: 'cli', name };
  }

  /**
   * @param sighted the element that it acts on, if that was read just now
   * @throws AppError the tool's failure
   */
  async run(
    tool: string,
    parameters: Readonly<Record<string, unknown>>,
    sighted: Sighted | null = null,
  ): Promise<unknown> {
    this.#session.sighted = sighted;
    const outcome = await this.#runner.run(toolKey('action', tool), parameters, {
      caller: this.#caller,
      session: this.#session,
    });
    if (!outcome.ok) throw fromWire(outcome.error);
    return outcome.result.data;
  }
}

/** Transient failures: nothing was done, and a retry may help. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['element_stale', 'element_not_found', 'window_not_found', 'wrong_target_window', 'timeout'] as const),
  ...(['state_differs', 'not_verified', 'busy'] as const),
]);

/** Whether a failed action was not delivered, and waiting may help. */
export function mayPass({ code, delivery }: AppError): boolean {
  return delivery === 'not_delivered' && passing.has(code);
}

/** A chord as tools take it, from Playwright's words or ours. @throws AppError `invalid_parameter` */
export function chordOf(keys: string): string {
  const spelt = spellChord(keys.replace(/\bControlOrMeta\b/g, 'Control'));
  if (spelt.chord !== null) return spelt.chord;
  throw new AppFailure('invalid_parameter', `${quoted(spelt.part)} in ${quoted(keys)} is no key.`, {
    hint: 'Write keys like Enter, F5 or Control+Shift+S.',
  });
}
