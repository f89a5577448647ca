import { describe, expect, it } from 'vitest';
import type { TreeNode } from '#contract/model/elements/element';
import { insideOf, type Inside } from './drop-down-parts.ts';
import { ListWheel } from './list-wheel.ts';

const rowHeight = 32;
const rows = 12;

/** An open list with twelve visible items, whose labels have their names, as in GTK 4. */
class OpenList {
  top = 0;
  turns = 0;
  readonly #size: number;
  readonly #pixelsPerNotch: number;
  /** Qt lists only visible items. */
  readonly #listsAll: boolean;
  readonly #lost: number;

  /** @param how.lost the turn of the wheel that moves nothing */
  constructor(size: number, { pixelsPerNotch = 50, listsAll = true, lost = 0 } = {}) {
    this.#size = size;
    this.#pixelsPerNotch = pixelsPerNotch;
    this.#listsAll = listsAll;
    this.#lost = lost;
  }

  look(): readonly Inside[] {
    const children = Array.from({ length: this.#size }, (_, index) => this.#item(index)).filter(
      (item) => this.#listsAll || item.states.includes('visible'),
    );
    return insideOf(node('ComboBox', 'list', 0, true, children));
  }

  turn(notches: number): void {
    this.turns++;
    if (this.turns === this.#lost) return;
    const end = (this.#size - rows) * rowHeight;
    this.top = Math.min(end, Math.max(0, this.top - notches * this.#pixelsPerNotch));
  }

  #item(index: number): TreeNode {
    const y = index * rowHeight - this.top;
    const isShown = y > -rowHeight && y < rows * rowHeight;
    return node('ListItem', `row ${index}`, y, isShown, [node('Text', `item ${index}`, y, isShown)]);
  }
}

function node(
  controlType: TreeNode['controlType'],
  name: string,
  y: number,
  isShown: boolean,
  children: readonly TreeNode[] = [],
): TreeNode {
  const states = isShown ? ['visible' as const] : [];
  const rest = { role: '', automationId: '', description: '', value: null, childCount: children.length };
  return {
    id: name as TreeNode['id'],
    controlType,
    name,
    states,
    bounds: { x: 0, y, width: 200, height: rowHeight },
    children,
    ...rest,
  };
}

function scrollTo(list: OpenList, name: string): TreeNode | null {
  const wheel = new ListWheel();
  for (;;) {
    const look = list.look();
    const option = look.find((each) => each.node.name === name)?.node ?? null;
    const notches = wheel.next(look, option);
    if (notches === 0) return option?.states.includes('visible') ? option : null;
    list.turn(notches);
  }
}

describe('the wheel over an open list', () => {
  it.each([13, 77, 150, 187])('brings item %i of 200 away from the edges in a few turns', (index) => {
    const list = new OpenList(200);
    const found = scrollTo(list, `item ${index}`);
    expect(found?.bounds?.y).toBeGreaterThan(0);
    expect(found?.bounds?.y).toBeLessThan((rows - 1) * rowHeight);
    expect(list.turns).toBeLessThanOrEqual(8);
  });

  it.each([0, 199])('accepts item %i at the edge where the list ends', (index) => {
    const list = new OpenList(200);
    list.turn(index === 0 ? -99 : 99);
    expect(scrollTo(list, `item ${index}`)).not.toBeNull();
  });

  it.each([1, 2, 3])('goes on if turn %i moves nothing', (lost) => {
    for (const listsAll of [true, false])
      expect(scrollTo(new OpenList(200, { listsAll, lost }), 'item 150')).not.toBeNull();
  });

  it('returns upwards', () => {
    const list = new OpenList(200);
    list.turn(-99);
    expect(scrollTo(list, 'item 3')).not.toBeNull();
  });

  it('searches a list that reports only visible items, down and up again', () => {
    const list = new OpenList(60, { listsAll: false });
    list.turn(-20);
    expect(scrollTo(list, 'item 2')).not.toBeNull();
    expect(scrollTo(list, 'item 60')).toBeNull();
  });

  it('searches a long one by most of the visible part at a time, and misses no item', () => {
    const missed = Array.from({ length: 200 }, (_, index) => index).filter((index) => {
      const list = new OpenList(200, { listsAll: false });
      return scrollTo(list, `item ${index}`) === null || list.turns > 24;
    });
    expect(missed).toEqual([]);
  });

  it('moves one notch at a time if a notch is most of the list', () => {
    expect(scrollTo(new OpenList(200, { pixelsPerNotch: 300 }), 'item 101')).not.toBeNull();
  });
});
