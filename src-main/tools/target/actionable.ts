import { AppError } from '#contract/errors';
import { hasState, type ElementNode } from '#contract/model/element';
import { isEmpty } from '#contract/model/geometry';
import { isUnplaced, type WindowInfo } from '#contract/model/window';
import type { LookContext } from '../define-tool.ts';

/**
 * Why an element cannot be used now, as the end of a sentence, or null. What is scrolled out of sight is asked to come
 * into view first.
 */
export async function blocker(context: LookContext, element: ElementNode, window: WindowInfo): Promise<string | null> {
  if (hasState(element, 'defunct')) return 'is gone';
  if (!hasState(element, 'enabled')) return 'is disabled';
  if (!hasState(element, 'visible')) return 'is not visible';
  // No mouse goes there anyway.
  if (isUnplaced(window)) return null;
  if (hasState(element, 'offscreen')) {
    await scrollIntoView(context, element);
    return 'is scrolled out of sight';
  }
  if (!element.bounds || isEmpty(element.bounds)) return 'has no place on the screen';
  return null;
}

async function scrollIntoView({ engine, signal }: LookContext, element: ElementNode): Promise<void> {
  try {
    await engine.runPattern({ element: element.id, call: { pattern: 'scrollItem' } }, { signal });
  } catch (error) {
    // It cannot, or did not: the next look says where it is.
    const known = ['pattern_not_supported', 'not_verified', 'element_stale'];
    if (!(error instanceof AppError) || !known.includes(error.code)) throw error;
  }
}
