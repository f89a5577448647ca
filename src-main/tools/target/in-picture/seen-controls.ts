import { controlTypes, formatElementId, type ControlType, type ElementNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';

/** Stands where the platform's word for an element would. */
const role = 'seen by the caller';

/** A control that only the caller saw, e.g. in a picture: a place with a name, which can be clicked like any other. */
export function seenControl(
  window: WindowId,
  {
    id,
    name,
    type,
    bounds,
  }: { readonly id: string; readonly name: string; readonly type: string; readonly bounds: Rect },
): ElementNode {
  return {
    id: formatElementId(window, `seen:${id}`),
    controlType: controlTypes.find((known): known is ControlType => known === type) ?? 'Custom',
    role,
    name,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled', 'visible'],
    bounds,
    childCount: 0,
  };
}

/** The engine knows nothing of such a control: it cannot be looked at again, only pointed at. */
export function isSeen(element: ElementNode): boolean {
  return element.role === role;
}
