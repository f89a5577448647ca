import { fromWire } from '#contract/errors';
import type { WindowInfo } from '#contract/model/window';
import { windowInWords } from '#contract/model/window-query';
import type { Tool } from '../tools/define-tool.ts';
import type { RunOutcome } from '../tools/runner/tool-runner.ts';
import { whichWindow } from '../tools/target/target-window.ts';
import { createToolSession } from '../tools/tool-session.ts';
import type { Context, ServiceRequest } from './command.ts';

/** The window a person means by its title, program, class, process id or handle. @throws AppError as {@link whichWindow} */
export function findWindow({ services, signal }: Context, wanted: string): Promise<WindowInfo> {
  return whichWindow({ engine: services().engine, signal }, windowInWords(wanted));
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
