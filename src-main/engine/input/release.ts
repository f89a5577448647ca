import { AppError } from '#contract/errors';
import { describeElement, parseElementId, type ControlType } from '#contract/model/elements/element';
import { contains, sameRect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RowNow } from '../backend.ts';
import type { AimedElement } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** These do their work when the button comes up over them, and nothing if they left the pointer meanwhile. */
const worksOnRelease: ReadonlySet<ControlType> = new Set(['Button', 'CheckBox', 'Hyperlink', 'RadioButton']);

/** A press that is under way. */
export interface Pressing {
  readonly element: AimedElement;
  /** The element as it was just before the press. */
  readonly before: RowNow;
  /** Physical screen pixels. */
  readonly at: Point;
}

/**
 * Asked while the button is down: why letting it go will not be a click, as far as the app has reported it by now.
 * @returns the error for after the release, since the button must come up in any case; null if nothing changed
 */
export async function whyNoClick(
  context: EngineContext,
  window: WindowInfo,
  { element, before, at }: Pressing,
  { signal }: CallContext,
): Promise<AppError | null> {
  const { window: id, runtimeId } = parseElementId(element.id);
  if (!worksOnRelease.has(element.controlType) || id !== window.id) return null;
  let now: RowNow | undefined;
  try {
    now = await context.backend.elements.rowNow?.(window, runtimeId, signal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'element_stale') throw error;
    return noClick(element, 'is gone');
  }
  if (!now) return null;
  if (before.states.includes('enabled') && !now.states.includes('enabled')) return noClick(element, 'was disabled');
  const { bounds } = now;
  const isThere = !bounds || !before.bounds || sameRect(bounds, before.bounds) || contains(bounds, at);
  return isThere ? null : noClick(element, 'moved away');
}

function noClick(element: AimedElement, what: string): AppError {
  return new AppError('not_verified', `${describeElement(element)} ${what} while it was pressed.`, {
    hint: 'Check whether it had an effect before you click again.',
    delivery: 'unknown',
  });
}
