import { AppError } from '#contract/errors';
import type { RerunOutcome } from '#contract/model/runs/run';
import { mask } from '#contract/model/tools/tool-call';
import type { TraceEventOf } from '#contract/model/runs/trace';
import type { Engine } from '../engine/engine.ts';
import type { CallObserver } from '../tools/observer.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession, type ToolSession } from '../tools/session/tool-session.ts';

/** Number of calls whose sessions are remembered: their arguments refer to what the session had listed. */
const keptSessions = 2_000;

/** Remembers the session of each call, so that the call can be run again. */
export class Sessions implements Pick<CallObserver, 'before' | 'after'> {
  readonly #sessions = new Map<number, ToolSession>();

  before({ call, session }: Parameters<CallObserver['before']>[0]): void {
    if (!session) return;
    // A copy from before the call; a repeated call must not change the caller's own session.
    this.#sessions.set(call, { ...session });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > keptSessions && oldest !== undefined) this.#sessions.delete(oldest);
  }

  after(): void {
    // Changes that the call made to its session belong to the next call.
  }

  of(call: number): ToolSession | undefined {
    const session = this.#sessions.get(call);
    return session && { ...session };
  }
}

/**
 * Runs a traced call again on behalf of the user, with their arguments; `session` is its original session, if known. A
 * call of an earlier run uses the window it acted in then, if still open.
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
