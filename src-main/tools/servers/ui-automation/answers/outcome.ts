import { AppError } from '#contract/errors';
import { sleep } from '../../../../base/async/deadline.ts';
import { olderNote, type ElementDetails, type ElementNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../../define-tool.ts';
import type { ActionResult } from '../action.ts';
import { isInView } from '#contract/model/elements/element-query';
import { isSeen } from '../../../target/in-picture/seen-controls.ts';
import { Describer, describeWindow, lineOf } from './describe.ts';

/** What an element had before it was gone says nothing about what was set. */
const nowIs = 'It is now:';

/** The result of an action on one element: the action, and the element afterwards, or before if it is `defunct` by now. */
export async function elementResult(
  context: ToolContext,
  window: WindowInfo,
  element: ElementNode | ElementDetails,
  done: string,
): Promise<ActionResult> {
  const describer = await Describer.for(context, window);
  const isGone = element.states.includes('defunct');
  const isUnread = isGone && done === nowIs;
  const gone = `The element is gone now.${isUnread ? ' What was set could not be verified.' : ''}`;
  return {
    text: `${isUnread ? 'Before:' : done} ${lineOf(context, element)} in ${describeWindow(window)}.`,
    fields: { element: describer.describe(element) },
    ...(isGone ? { note: gone } : 'mayBeOlder' in element && { note: olderNote }),
  };
}

/**
 * See {@link elementResult}; if the action removed the element, its last state with a note.
 * @param doubt what the current state leaves open, as a sentence
 * @param shows whether the element shows the effect by now; waited for, since some apps are late
 */
export async function resultAfter(
  context: ToolContext,
  window: WindowInfo,
  before: ElementNode,
  done: string,
  doubt?: (now: ElementDetails) => string | undefined | Promise<string | undefined>,
  shows?: (now: ElementDetails) => boolean,
): Promise<ActionResult> {
  if (isSeen(before)) return elementResult(context, window, before, done);
  const end = Date.now() + showsWithin;
  let now = await detailsOrGone(context, before);
  while (now && shows?.(now) === false && Date.now() < end) {
    await sleep(lookEveryMs, context.signal);
    now = await detailsOrGone(context, before);
  }
  if (!now || isLeftOver(before, now))
    return elementResult(context, window, { ...before, states: [...before.states, 'defunct'] }, done);
  const result = await elementResult(context, window, now, done);
  return { ...result, note: [result.note, await doubt?.(now)].filter(Boolean).join(' ') || undefined };
}

/** Maximum time until an app shows what was done, and between two looks at it, in milliseconds. */
const showsWithin = 600;
const lookEveryMs = 50;

/** Browsers keep removed elements of a page without their name and role. */
function isLeftOver(before: ElementNode, now: ElementDetails): boolean {
  return now.name === '' && (before.name !== '' || now.controlType !== before.controlType) && !isInView(now);
}

async function detailsOrGone({ engine, signal }: ToolContext, element: ElementNode): Promise<ElementDetails | null> {
  try {
    return await engine.details({ element: element.id }, { signal });
  } catch (error) {
    const gone = error instanceof AppError && (error.code === 'element_stale' || error.code === 'window_not_found');
    if (gone) return null;
    throw error;
  }
}
