import type { ControlType } from '#contract/model/elements/element';
import type { RawNode } from '../backend.ts';
import { node } from './node.ts';

/** As {@link node}, with a place on the screen. */
export function placed(
  controlType: ControlType,
  name: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  children: readonly RawNode[] = [],
): RawNode {
  return { ...node(controlType, name, children), bounds: { x, y, width, height } };
}
