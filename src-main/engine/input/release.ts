import { AppError } from '#contract/errors';
import { describeElement, parseElementId, type ControlType } from '#contract/model/elements/element';
import { contains, sameRect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RowNow } from '../backend.ts';
import type { AimedElement } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** Controls that act when the button is released over them, and not if the pointer leaves first. */
export const worksOnRelease: ReadonlySet<ControlType> = new Set(['Button', 'CheckBox', 'Hyperlink', 'RadioButton']);

/** A press in progress. */
export interface Pressing {
  readonly element: AimedElement;
  /** The element just before the press. */
  readonly before: RowNow;
  /** Physical screen pixels. */
  readonly at: Point;
}

/**
 * Called while the button is down: the reason why the release is no click, as far as the app has reported.
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
