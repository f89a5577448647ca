import type { ControlType } from '#contract/model/elements/element';
import { center, contains, placeInside, type Point, type Rect, type Size } from '#contract/model/geometry';

/** Where on an element a person pressed. */
export interface PlaceOn {
  /** Pixels from its top left. */
  readonly at: Point;
  /** Size of the element when recorded. */
  readonly size: Size;
}

/** A place in them is a part of the whole: half of a slider stays its half. */
const scaling: readonly ControlType[] = [
  'Calendar',
  'Custom',
  'Group',
  'Image',
  'Pane',
  'ProgressBar',
  'ScrollBar',
  'Slider',
  'Thumb',
];

const sameAnywhere: ReadonlySet<ControlType> = new Set(['Button', 'CheckBox', 'Hyperlink', 'MenuItem', 'RadioButton']);

/** Whether a press does the same wherever on such an element it is made. */
export function isSameAnywhere(type: ControlType): boolean {
  return sameAnywhere.has(type);
}

/**
 * The same place on an element as it is now, in screen pixels: the same pixel where its size is what it was. Else what was
 * near an edge is as near to it still, as the arrow of a tree row or of a combo box is, and the rest grows with the element.
 */
export function placeOn(bounds: Rect, type: ControlType, { at, size }: PlaceOn): Point {
  // Its app reported the size late.
  if (!contains({ x: 0, y: 0, ...size }, at)) return center(bounds);
  const inProportion = placeInside(bounds, at, size);
  if (scaling.includes(type)) return inProportion;
  return {
    x: bounds.x + (byEdge(at.x, size.width, bounds.width) ?? inProportion.x - bounds.x),
    y: bounds.y + (byEdge(at.y, size.height, bounds.height) ?? inProportion.y - bounds.y),
  };
}

/** Null for what was in the middle third, and where the element has become too small for it. */
function byEdge(part: number, then: number, now: number): number | null {
  const fromEnd = then - part;
  if (part < then / 3) return part < now ? part : null;
  if (fromEnd < then / 3) return fromEnd <= now ? now - fromEnd : null;
  return null;
}
