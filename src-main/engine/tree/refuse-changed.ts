import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, isSameName, parseElementId } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RowNow } from '../backend.ts';
import type { AimedElement } from '../engine.ts';
import type { EngineContext } from '../operations/operation.ts';
import { isPicture } from '../selectors/pictures/found-pictures.ts';

/**
 * Refuses an element that has another name than the call means or was permitted for, or that was disabled since it was aimed at:
 * an object may come to stand for something else in the meantime.
 * @param settled whether to wait where the app reports new names late, since nothing else is asked that takes as long
 * @returns the element as it is; null where there was nothing to ask
 * @throws AppError `element_stale`, `not_delivered`, where it has another name or is disabled
 */
export async function refuseChanged(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  { id, controlType, name, enabled = false }: Omit<AimedElement, 'bounds'>,
  { signal, settled = false }: { readonly signal: AbortSignal; readonly settled?: boolean },
): Promise<RowNow | null> {
  const { runtimeId } = parseElementId(id);
  // The app does not know a place in a picture: the text on it was read a moment ago.
  if ((name === '' && !enabled) || isPicture(runtimeId)) return null;
  const now =
    (await elements.rowNow?.(window, runtimeId, signal, settled)) ??
    (await elements.details(window, runtimeId, signal));
  if (enabled && !now.states.includes('enabled')) {
    throw new AppError('element_stale', `${describeElement({ controlType, name })} is disabled now.`, {
      hint: 'Enable it first, then look again.',
      delivery: 'not_delivered',
    });
  }
  if (name === '' || isSameName(now.name, name)) return now;
  const called = now.name === '' ? 'has no name now' : `is called ${quoted(now.name)} now`;
  throw new AppError('element_stale', `${describeElement({ controlType, name })} ${called}.`, {
    hint: 'Look again: it changed after the look that this call was made from.',
    delivery: 'not_delivered',
  });
}
