import { AppError } from '#contract/errors';
import { describeElement, hasState, type ElementNode } from '#contract/model/elements/element';
import type { ToolContext } from '../define-tool.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';

/**
 * Asked after keys or the wheel, which no app acknowledges: whether the element that they were meant for is there no more.
 * They may have removed it, or it was replaced before they came: Chromium reports that 300 ms late, and afterwards no one can
 * tell which it was.
 */
export async function isGone({ engine, signal }: ToolContext, element: ElementNode): Promise<boolean> {
  if (isSeen(element)) return false;
  try {
    const now = await engine.glance({ element: element.id }, { signal });
    return !hasState(now, 'visible') && !hasState(now, 'offscreen');
  } catch (error) {
    if (error instanceof AppError && ['element_stale', 'window_not_found'].includes(error.code)) return true;
    throw error;
  }
}

/** @param input “the keys” */
export function goneNote(element: ElementNode, input: string): string {
  return `${describeElement(element)} is gone now: whether it took ${input} could not be verified.`;
}
