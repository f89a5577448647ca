import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import {
  describeElement,
  elementId,
  hasState,
  parseElementId,
  type ElementDetails,
  type ElementId,
} from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import type { LookContext, ToolContext } from '../define-tool.ts';
import { whichWindow } from './target-window.ts';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

export interface KnownElement {
  readonly window: WindowInfo;
  readonly element: ElementDetails;
}

/**
 * The element that a ref or id stands for, as it is now.
 * @throws AppError `element_stale`, also for one that its app still answers for; `elevated_target`, `invalid_parameter`
 */
export async function knownElement(context: Looking, text: string): Promise<KnownElement> {
  const id = toElementId(context, text);
  const window = await windowOfElement(context, id);
  const element = await context.engine.details({ element: id }, { signal: context.signal });
  if (!hasState(element, 'defunct')) return { window, element };
  throw new AppError('element_stale', `${describeElement(element)} of ${quoted(window.title)} is gone.`);
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
