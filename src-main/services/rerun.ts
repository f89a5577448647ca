import { AppError } from '#contract/errors';
import type { RerunOutcome } from '#contract/model/runs/run';
import { mask } from '#contract/model/tools/tool-call';
import type { TraceEventOf } from '#contract/model/runs/trace';
import type { Engine } from '../engine/engine.ts';
import type { CallObserver } from '../tools/observer.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession, type ToolSession } from '../tools/session/tool-session.ts';

/** Sessions of so many last calls are remembered: what they listed is what their arguments mean. */
const keptSessions = 2_000;

/** What a call was run in, so that it can be run again. */
export class Sessions implements Pick<CallObserver, 'before' | 'after'> {
  readonly #sessions = new Map<number, ToolSession>();

  before({ call, session }: Parameters<CallObserver['before']>[0]): void {
    if (!session) return;
    // As it was then; a repeated call must not change the caller's own.
    this.#sessions.set(call, { ...session });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > keptSessions && oldest !== undefined) this.#sessions.delete(oldest);
  }

  after(): void {
    // What the call did to its session is part of the next one's.
  }

  of(call: number): ToolSession | undefined {
    const session = this.#sessions.get(call);
    return session && { ...session };
  }
}

/**
 * Runs a traced call again in the user's name, with their arguments; `session` is the one it was run in, if that is known. A call
 * of an earlier run means the window it acted in then, if that is still open.
 * @throws AppError `invalid_parameter` if its text was kept secret
 */
export async function rerun(
  options: { readonly runner: ToolRunner; readonly engine: Engine },
  before: TraceEventOf<'before'>,
  parameters: Readonly<Record<string, unknown>>,
  session: ToolSession | undefined,
): Promise<RerunOutcome> {
  if (holdsMask(parameters)) {
    throw new AppError('invalid_parameter', 'This call typed a secret, which traces do not store.', {
      hint: `Put the text in place of ${mask} and run it again.`,
    });
  }
  const outcome = await options.runner.run(before.tool, parameters, {
    caller: { kind: 'user', name: 'You' },
    session: session ?? (await sessionFor(options.engine, before)),
  });
  const { elapsedMs } = outcome;
  if (!outcome.ok) return { text: outcome.error.message, elapsedMs, error: outcome.error };
  const { text, note } = outcome.result;
  return { text: [text, note].filter(Boolean).join('\n'), elapsedMs, error: null };
}

async function sessionFor(engine: Engine, { target }: TraceEventOf<'before'>): Promise<ToolSession> {
  const { items } = await engine.listWindows({});
  const selected = items.find(({ id, app }) => id === target?.id && app === target.app) ?? null;
  return { ...createToolSession(), selected };
}

function holdsMask(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === mask;
  return Object.values(value).some(holdsMask);
}
