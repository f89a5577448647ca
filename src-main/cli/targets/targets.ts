import { AppError, fromWire } from '#contract/errors';
import { parseElementId, type ElementNode } from '#contract/model/elements/element';
import { elementInWords } from '#contract/model/elements/element-query';
import type { WindowInfo } from '#contract/model/windows/window';
import { windowInWords } from '#contract/model/windows/window-query';
import type { LookContext, Tool } from '../../tools/define-tool.ts';
import { calledBy } from '../../tools/target/known-element.ts';
import { insideWindow, noElement, whichElement } from '../../tools/target/which-element.ts';
import { whichWindow } from '../../tools/target/windows/target-window.ts';
import { createToolSession } from '../../tools/session/tool-session.ts';
import type { Context, ServiceRequest } from '../command.ts';
import type { RunOutcome } from '../../tools/runner/call.ts';

/** The window a person means by its title, program, class, process id or handle. @throws AppError as {@link whichWindow} */
export function findWindow({ engine, signal }: Context, wanted: string): Promise<WindowInfo> {
  return whichWindow({ engine: engine(), signal }, windowInWords(wanted));
}

/**
 * The element of a window that a person means by its id, by a selector, or by a point of the screen that it is at.
 * @throws AppError as {@link whichElement}, `element_not_found`; `invalid_parameter` for one of another window
 */
export async function findElement(context: Context, window: WindowInfo, wanted: string): Promise<ElementNode> {
  const looking = lookingOf(context);
  const query = elementInWords(wanted);
  const called = query.called === undefined ? null : calledBy(looking.session, query.called);
  const elsewhere = new AppError('invalid_parameter', `The element ${wanted} is not in the window ${window.id}.`);
  if (called?.by === 'id' && parseElementId(called.id).window !== window.id) throw elsewhere;
  const { element } = await whichElement(looking, query, insideWindow(window));
  if (!element) throw noElement(query, window);
  if (parseElementId(element.id).window !== window.id) throw elsewhere;
  return element;
}

/** As tools look, for one command: no refs are left from the one before. */
export function lookingOf({ engine, signal }: Context): LookContext {
  return { engine: engine(), signal, session: createToolSession() };
}

/** Runs a tool as the person at this command line; of the given tools where there are some, else of all. */
export async function runTool(
  { services, signal }: Context,
  key: string,
  parameters: unknown,
  request?: ServiceRequest,
  tools?: readonly Tool[],
): Promise<RunOutcome> {
  const caller = { kind: 'cli', name: 'deskscope' } as const;
  const session = createToolSession();
  const { runner } = await services(request);
  return runner.run(key, parameters, { caller, session, signal, ...(tools && { tools }) });
}

/** @throws AppError what the tool failed with */
export function expectOk(outcome: RunOutcome): Extract<RunOutcome, { ok: true }> {
  if (outcome.ok) return outcome;
  throw fromWire(outcome.error);
}
