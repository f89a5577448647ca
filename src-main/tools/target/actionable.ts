import { hasState, type ElementNode } from '#contract/model/elements/element';
import { isEmpty } from '#contract/model/geometry';
import { isUnplaced, type WindowInfo } from '#contract/model/windows/window';

/** Why an element cannot be used now. */
export interface Blocker {
  /** The end of a sentence, e.g. `is disabled`. */
  readonly why: string;
  /** What to do about it. */
  readonly hint: string;
  /** It may be scrolled into view. */
  readonly isOutOfSight: boolean;
}

/**
 * Why an element cannot be used now; null if it can. Input is not sent to a window without a position.
 * @param disabled whether a disabled element will do, since the pointer can rest on it and the wheel scrolls it
 */
export function blocker(element: ElementNode, window: WindowInfo, disabled = false): Blocker | null {
  const because = (why: string, hint: string, isOutOfSight = false) => ({ why, hint, isOutOfSight });
  if (hasState(element, 'defunct')) return because('is gone', 'Find it again; its window has changed.');
  if (!disabled && !hasState(element, 'enabled')) {
    return because('is disabled', 'Enable it first, or increase the timeout.');
  }
  const open = 'First open what it is in, such as a tab, a menu or a group, or clear a filter; then look again.';
  if (!hasState(element, 'visible')) {
    return because('is not visible', open, hasState(element, 'offscreen') && !isUnplaced(window));
  }
  if (isUnplaced(window)) return null;
  if (hasState(element, 'offscreen')) {
    return because('is scrolled out of sight', 'Scroll it into view, or make the window larger.', true);
  }
  if (!element.bounds || isEmpty(element.bounds)) return because('has no place on the screen', open);
  return null;
}
