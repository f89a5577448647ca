import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, hasState, type ElementDetails } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import type { LookContext } from '../../define-tool.ts';
import { toElementId, windowOfElement } from './window-of.ts';

export interface KnownElement {
  readonly window: WindowInfo;
  readonly element: ElementDetails;
}

/**
 * The element that a ref or id stands for, as it is now.
 * @throws AppError `element_stale`, also for one that its app still answers for; `elevated_target`, `invalid_parameter`
 */
export async function knownElement(context: LookContext, text: string): Promise<KnownElement> {
  const id = toElementId(context, text);
  const window = await windowOfElement(context, id);
  const element = await context.engine.details({ element: id }, { signal: context.signal });
  if (!hasState(element, 'defunct')) return { window, element };
  throw new AppError('element_stale', `${describeElement(element)} of ${quoted(window.title)} is gone.`);
}
