import type { ElementId, ElementNode, TreeNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';

/** A tree for tests, by short names: `node('pane', [node('button')])`. */
export function node(name: string, children: readonly TreeNode[] | null = [], bounds: Rect | null = null): TreeNode {
  return {
    id: idOf(name),
    controlType: 'Button',
    role: '',
    name,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled'],
    bounds,
    childCount: children?.length ?? 1,
    ...(children && { children }),
  };
}

export function idOf(name: string): ElementId {
  return `window:0x1|runtime:${name}`;
}

export function bare({ children: _, ...rest }: TreeNode): ElementNode {
  return rest;
}

const bounds = { x: 0, y: 0, width: 100, height: 100 };
export const testWindow: WindowInfo = {
  id: '0x1',
  title: 'Test',
  className: '',
  app: 'test',
  processId: 1,
  bounds,
  contentBounds: bounds,
  state: 'normal',
  active: false,
  monitor: 0,
  desktop: null,
  kind: 'normal',
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  owner: null,
  resizable: true,
};
