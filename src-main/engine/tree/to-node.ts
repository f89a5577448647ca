import {
  formatElementId,
  type ElementDetails,
  type ElementNode,
  type TreeNode,
  type TreeView,
} from '#contract/model/elements/element';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { ElementLink } from '#contract/model/elements/element-facts';
import type { RawDetails, RawLink, RawNode } from '../backend.ts';
import { childrenIn } from './views.ts';

export function toElementNode(window: WindowId, raw: RawNode): ElementNode {
  const { controlType, role, name, automationId, description, states, bounds, childCount } = raw;
  const id = formatElementId(window, raw.runtimeId);
  return { id, controlType, role, name, automationId, description, value: readable(raw), states, bounds, childCount };
}

/** Raw nodes are immutable, so conversions are cached per window. */
const made: Record<TreeView, WeakMap<RawNode, { readonly window: WindowId; readonly node: TreeNode }>> = {
  raw: new WeakMap(),
  control: new WeakMap(),
  content: new WeakMap(),
};

/** Includes the children that were read and that the view shows; `childCount` counts in the view if it is not `raw`. */
export function toTreeNode(window: WindowId, raw: RawNode, view: TreeView = 'raw'): TreeNode {
  const known = made[view].get(raw);
  if (known?.window === window) return known.node;
  const node = convert(window, raw, view);
  made[view].set(raw, { window, node });
  return node;
}

function convert(window: WindowId, raw: RawNode, view: TreeView): TreeNode {
  const node = toElementNode(window, raw);
  const children = childrenIn(view, raw)?.map((child) => toTreeNode(window, child, view));
  if (children === undefined) return node;
  return view === 'raw' ? { ...node, children } : { ...node, childCount: children.length, children };
}

export function toDetails(window: WindowInfo, raw: RawDetails): ElementDetails {
  const { id, title, app, processId } = window;
  const { children: _children, more: _more, view: _view, ...rest } = raw;
  const links = (found: readonly RawLink[]) => found.map((link) => toLink(window.id, link));
  return {
    ...rest,
    ...toElementNode(window.id, raw),
    text: readableText(raw),
    selection: raw.selection && { ...raw.selection, selected: links(raw.selection.selected) },
    table: raw.table && {
      ...raw.table,
      rowHeaders: links(raw.table.rowHeaders),
      columnHeaders: links(raw.table.columnHeaders),
    },
    relations: raw.relations.map(({ type, targets }) => ({ type, targets: links(targets) })),
    window: { id, title, app, processId },
  };
}

function toLink(window: WindowId, { runtimeId, name, controlType }: RawLink): ElementLink {
  return { id: formatElementId(window, runtimeId), name, controlType };
}

/** Password text never leaves the engine, whatever back ends read. */
function readable(raw: RawNode): string | null {
  return isSecret(raw) ? null : raw.value;
}

function readableText(raw: RawDetails): RawDetails['text'] {
  return raw.text && isSecret(raw) ? { ...raw.text, selectedText: '' } : raw.text;
}

function isSecret(raw: RawNode): boolean {
  return raw.states.includes('password');
}
