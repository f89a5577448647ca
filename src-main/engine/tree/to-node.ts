import { formatElementId, type ElementDetails, type ElementNode, type TreeNode } from '#contract/model/element';
import type { WindowId, WindowInfo } from '#contract/model/window';
import type { RawDetails, RawNode } from '../backend.ts';

export function toElementNode(window: WindowId, raw: RawNode): ElementNode {
  const { controlType, role, name, automationId, description, states, bounds, childCount } = raw;
  const id = formatElementId(window, raw.runtimeId);
  return { id, controlType, role, name, automationId, description, value: readable(raw), states, bounds, childCount };
}

/** With the children that were read. */
export function toTreeNode(window: WindowId, raw: RawNode): TreeNode {
  const node = toElementNode(window, raw);
  return raw.children ? { ...node, children: raw.children.map((child) => toTreeNode(window, child)) } : node;
}

export function toDetails(window: WindowInfo, raw: RawDetails): ElementDetails {
  const { id, title, app, processId } = window;
  return {
    ...toElementNode(window.id, raw),
    patterns: raw.patterns,
    actions: raw.actions,
    range: raw.range,
    properties: raw.properties,
    window: { id, title, app, processId },
  };
}

/** Password text never leaves the engine, whatever a back end reads. */
function readable(raw: RawNode): string | null {
  return raw.states.includes('password') ? null : raw.value;
}
