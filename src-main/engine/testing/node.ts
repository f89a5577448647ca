import type { ControlType, ElementState } from '#contract/model/elements/element';
import type { RawNode } from '../backend.ts';
import { roleOf } from '../backends/fake/nodes.ts';

/** A node of a test tree. Runtime ids are child indices from the root, `''` for the root. */
export function node(controlType: ControlType, name: string, children: readonly RawNode[] = []): RawNode {
  const states: readonly ElementState[] = ['enabled', 'visible'];
  const raw: RawNode = {
    runtimeId: '',
    controlType,
    role: roleOf(controlType),
    name,
    automationId: '',
    description: '',
    value: null,
    states,
    bounds: null,
    childCount: children.length,
  };
  return renumbered({ ...raw, children }, '');
}

function renumbered(raw: RawNode, runtimeId: string): RawNode {
  const prefix = runtimeId === '' ? '' : `${runtimeId}/`;
  const children = (raw.children ?? []).map((child, index) => renumbered(child, `${prefix}${index}`));
  return { ...raw, runtimeId, children };
}

/** As {@link node}, with screen bounds. */
export function placed(
  controlType: ControlType,
  name: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  children: readonly RawNode[] = [],
): RawNode {
  return { ...node(controlType, name, children), bounds: { x, y, width, height } };
}
