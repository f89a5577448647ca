import { AppError, fromWire } from '#contract/errors';
import { chooseWindow, type WindowInfo } from '#contract/model/window';
import type { Tool } from '../tools/define-tool.ts';
import type { RunOutcome } from '../tools/runner/tool-runner.ts';
import { createToolSession } from '../tools/tool-session.ts';
import type { Context, ServiceRequest } from './command.ts';

/** The window a person means by a handle or a part of its title. @throws AppError `window_not_found`, `multiple_matches` */
export async function findWindow({ services, signal }: Context, wanted: string): Promise<WindowInfo> {
  const { engine } = services();
  try {
    return chooseWindow((await engine.listWindows({}, { signal })).items, wanted);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'window_not_found') throw error;
    // It may stand on another desktop.
    return chooseWindow((await engine.listWindows({ includeHidden: true }, { signal })).items, wanted);
  }
}

/** Runs a tool as the person at this command line; of the given tools where there are some, else of all. */
export function runTool(
  { services, signal }: Context,
  key: string,
  parameters: unknown,
  request?: ServiceRequest,
  tools?: readonly Tool[],
): Promise<RunOutcome> {
  const caller = { kind: 'cli', name: 'deskscope' } as const;
  const session = createToolSession();
  return services(request).runner.run(key, parameters, { caller, session, signal, ...(tools && { tools }) });
}

/** @throws AppError what the tool failed with */
export function expectOk(outcome: RunOutcome): Extract<RunOutcome, { ok: true }> {
  if (outcome.ok) return outcome;
  throw fromWire(outcome.error);
}
