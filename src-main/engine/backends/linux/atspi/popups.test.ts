import { describe, expect, it } from 'vitest';
import type { RawNode } from '../../../backend.ts';
import { elementInPopup } from './popups.ts';

describe('elements of a popup', () => {
  const node = (
    runtimeId: string,
    controlType: RawNode['controlType'],
    y: number,
    children: RawNode[] = [],
  ): RawNode => ({
    ...{ runtimeId, controlType, role: '', name: '', automationId: '', description: '', value: null, childCount: 0 },
    ...{ states: ['visible'], bounds: { x: 10, y, width: 100, height: 20 }, children },
  });

  it('are found below a parent that lies elsewhere, and not among what the popup covers', () => {
    const item = node('item', 'MenuItem', 120);
    const covered = node('covered', 'Button', 120);
    const root = node('frame', 'Pane', 0, [node('menu', 'Menu', 0, [item]), covered]);
    const popup = { x: 5, y: 100, width: 120, height: 200 };
    expect(elementInPopup([root], popup, { x: 20, y: 125 })).toBe('item');
    expect(elementInPopup([root], popup, { x: 20, y: 205 })).toBeNull();
  });
});
