import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { elementId, parseElementId, type ElementId } from '#contract/model/element';
import { chooseWindow, elevated, type WindowInfo } from '#contract/model/window';
import type { LookContext, ToolContext } from '../../define-tool.ts';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

/** How the arguments of an action say where it works. */
export interface Place {
  readonly window?: string | undefined;
  readonly element?: string | undefined;
  readonly parent?: string | undefined;
}

/**
 * The window an action works in, as it is now: that of its element or parent, the one named, or the one in front.
 * @throws AppError `window_not_found`, `multiple_matches`, `elevated_target`, `element_stale`, `invalid_parameter`,
 *   `permission_denied` for a sensitive window that is another than was permitted
 */
export async function windowFor(context: Looking, place: Place): Promise<WindowInfo> {
  const found = await look(context, place);
  context.admit?.(found);
  return found;
}

async function look(context: LookContext, { window, element, parent }: Place): Promise<WindowInfo> {
  const part = element ?? parent;
  if (part !== undefined) return windowOfElement(context, toElementId(context, part));
  return window === undefined ? windowInFront(context) : permitted(chooseWindow(await everyWindow(context), window));
}

/** @throws AppError `element_stale` where its window is closed: whoever holds the id saw it once */
export async function windowOfElement(context: LookContext, id: ElementId): Promise<WindowInfo> {
  const { window } = parseElementId(id);
  const found = (await everyWindow(context)).find((each) => each.id === window);
  if (found) return permitted(found);
  throw new AppError('element_stale', `The element is gone with its window ${window}.`);
}

/**
 * The id that a ref stands for; ids are taken as they are.
 * @throws AppError `invalid_parameter`
 */
export function toElementId({ session }: Pick<LookContext, 'session'>, text: string): ElementId {
  const id = session.refs.idOf(text) ?? text;
  if (elementId.safeParse(id).success) return id;
  throw new AppError('invalid_parameter', `${quoted(text)} is no element id and no ref that was given out here.`, {
    hint: 'Find the element again and use the ref or element id of that result.',
    delivery: 'not_delivered',
  });
}

/** What a person has in front; where that is Deskscope itself, the topmost window of another app. */
async function windowInFront(context: LookContext): Promise<WindowInfo> {
  const all = await everyWindow(context);
  const active = all.find((window) => window.active);
  if (active?.foreign) throw elevated(active);
  const { items } = await context.engine.listWindows({}, { signal: context.signal });
  const found = items.find((window) => window.active) ?? items.find((window) => window.state !== 'minimized');
  if (found) return found;
  throw new AppError('window_not_found', 'No window is in front.', {
    hint: 'Name the window by its handle, or bring one to the front.',
  });
}

/** Other users' windows too, so that they are refused by name. */
async function everyWindow({ engine, signal }: LookContext): Promise<readonly WindowInfo[]> {
  return (await engine.listWindows({ includeHidden: true }, { signal })).items;
}

function permitted(window: WindowInfo): WindowInfo {
  if (window.foreign) throw elevated(window);
  return window;
}
