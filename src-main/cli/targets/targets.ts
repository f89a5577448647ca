import { AppError, fromWire } from '#contract/errors';
import { parseElementId, type ElementNode } from '#contract/model/elements/element';
import { elementInWords } from '#contract/model/elements/element-query';
import type { WindowInfo } from '#contract/model/windows/window';
import { windowInWords } from '#contract/model/windows/window-query';
import type { Rect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import { quoted } from '#contract/foreign-text';
import type { LookContext, Tool } from '../../tools/define-tool.ts';
import { calledBy, knownElement } from '../../tools/target/known-element.ts';
import { insideWindow, noElement, whichElement } from '../../tools/target/which-element.ts';
import { whichWindow } from '../../tools/target/windows/target-window.ts';
import { createToolSession } from '../../tools/session/tool-session.ts';
import type { RunOutcome } from '../../tools/runner/call.ts';
import type { Context, ServiceRequest } from '../command.ts';
import { parseNumber, type Args, type Options, UsageError } from '../args.ts';

/** The window a person means by its title, program, class, process id or handle. @throws AppError as {@link whichWindow} */
export function findWindow({ engine, signal }: Context, wanted: string): Promise<WindowInfo> {
  return whichWindow({ engine: engine(), signal }, windowInWords(wanted));
}

/**
 * The element of a window by its id, by a selector, or by a point of the screen.
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

/** Runs a tool on behalf of the user at this command line; from the given tools, else from all. */
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

/** @throws AppError the tool's failure */
export function expectOk(outcome: RunOutcome): Extract<RunOutcome, { ok: true }> {
  if (outcome.ok) return outcome;
  throw fromWire(outcome.error);
}

/** The options that name a command's target; without any, the entire screen. */
export const targetOptions: Options = {
  window: { type: 'string', value: 'WINDOW', help: 'A window, even if covered.' },
  monitor: { type: 'string', value: 'N', help: 'A monitor, from 0.' },
  region: { type: 'string', value: 'X,Y,W,H', help: 'A screen region in physical pixels.' },
  element: { type: 'string', value: 'ELEMENT', help: 'An element by id, or by a point: X,Y.' },
};

/** @throws UsageError if more than one is named */
export async function targetOf(context: Context, args: Args): Promise<CaptureTarget> {
  const [window, region, element] = [args.text('window'), args.text('region'), args.text('element')];
  const monitor = args.number('monitor', [0, 99]);
  if ([window, region, element, monitor].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('Use only one of --window, --monitor, --region and --element.');
  }
  if (window !== undefined) return { kind: 'window', window: (await findWindow(context, window)).id };
  if (element !== undefined) {
    return { kind: 'element', element: (await knownElement(lookingOf(context), element)).element.id };
  }
  if (region !== undefined) return { kind: 'region', region: parseRegion(region) };
  return monitor === undefined ? { kind: 'screen' } : { kind: 'monitor', monitor };
}

function parseRegion(text: string): Rect {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4) throw new UsageError(`--region must be X,Y,W,H, not ${quoted(text)}.`);
  const [x = 0, y = 0, width = 0, height = 0] = parts.map((part) =>
    parseNumber(part, 'Each number of --region', [-32_768, 32_767]),
  );
  if (width < 0 || height < 0) throw new UsageError('The W and H of --region must not be negative.');
  return { x, y, width, height };
}
