import type { ElementState } from '#contract/model/elements/element';
import { intersect, type Rect } from '#contract/model/geometry';
import type { Control } from '../access/control.ts';

/** The states of a part: those it shares with its control, whether it can be seen there, and its own. */
export function partStates(
  control: Control,
  bounds: Rect | null,
  own: readonly (ElementState | false)[] = [],
): readonly ElementState[] {
  const isShown = bounds !== null && control.shownClient !== null && intersect(bounds, control.shownClient) !== null;
  const states: readonly (ElementState | false)[] = [
    control.isEnabled && 'enabled',
    control.isVisible && 'visible',
    control.isVisible && !isShown && 'offscreen',
    ...own,
  ];
  return states.filter((state) => state !== false);
}
