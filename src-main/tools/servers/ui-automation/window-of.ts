import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { elementId, parseElementId, type ElementId } from '#contract/model/element';
import { elevated, type WindowInfo } from '#contract/model/window';
import { windowInWords } from '#contract/model/window-query';
import type { LookContext, ToolContext } from '../../define-tool.ts';
import { listWindows, whichWindow } from '../../target/target-window.ts';

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
  const { window, element, parent } = place;
  const part = element ?? parent;
  if (part !== undefined) return windowOfElement(context, toElementId(context, part));
  return window === undefined ? windowInFront(context) : whichWindow(context, windowInWords(window));
}

/** @throws AppError `element_stale` where its window is closed: whoever holds the id saw it once */
export async function windowOfElement(context: Looking, id: ElementId): Promise<WindowInfo> {
  const { window } = parseElementId(id);
  try {
    return await whichWindow(context, { handle: window });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'window_not_found') throw error;
    throw new AppError('element_stale', `The element is gone with its window ${window}.`);
  }
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
async function windowInFront(context: Looking): Promise<WindowInfo> {
  const all = await listWindows(context, { includeHidden: true });
  const active = all.find((window) => window.active);
  if (active?.foreign) throw elevated(active);
  const items = await listWindows(context, {});
  const found = items.find((window) => window.active) ?? items.find((window) => window.state !== 'minimized');
  if (found) {
    context.admit?.(found);
    return found;
  }
  throw new AppError('window_not_found', 'No window is in front.', {
    hint: 'Name the window by its handle, or bring one to the front.',
  });
}
