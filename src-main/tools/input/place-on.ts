import type { ControlType } from '#contract/model/elements/element';
import { center, contains, placeInside, type Point, type Rect, type Size } from '#contract/model/geometry';

/** Where on an element the user pressed. */
export interface PlaceOn {
  /** Pixels from its top left corner. */
  readonly at: Point;
  /** Size of the element when recorded. */
  readonly size: Size;
}

/** Types with proportional positions: half of a slider stays its half. */
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

/** Whether a press has the same effect anywhere on such an element. */
export function isSameAnywhere(type: ControlType): boolean {
  return sameAnywhere.has(type);
}

/**
 * The same position on the current element, in screen pixels: the same pixel if the size is the same. Otherwise a position near
 * an edge keeps its distance, such as the arrow of a tree row or combo box, and others scale with the element.
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

/** Null in the middle third, and if the element has become too small. */
function byEdge(part: number, then: number, now: number): number | null {
  const fromEnd = then - part;
  if (part < then / 3) return part < now ? part : null;
  if (fromEnd < then / 3) return fromEnd <= now ? now - fromEnd : null;
  return null;
}
