import { expect, it } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../../backend.ts';
import type { RunningApp } from './app-suite.ts';
import { isCalled } from './hands.ts';
import { allNodes, until } from './target-app.ts';

/** A wrong place would leave the box as it is. */
export function clicksCheckBox({ hands }: RunningApp): void {
  it('is clicked where it says to be', async () => {
    const box = await hands().find((node) => node.controlType === 'CheckBox' && node.states.includes('enabled'));
    const isBox = (node: RawNode) => node.runtimeId === box.runtimeId;
    const isChecked = async () => (await hands().nodes()).find(isBox)!.states.includes('checked');
    const before = await isChecked();
    await hands().clickOn(isBox);
    await until(async () => (await isChecked()) !== before);
  });
}

/** The tests' own page and window have a button that changes its name. */
export function pressesButton({ hands }: RunningApp): void {
  it('is clicked where it says to be', async () => {
    await hands().clickOn(isCalled('Press', 'Button'));
    await hands().find(isCalled('Pressed', 'Button'));
  });
}

export interface MenuTest {
  readonly opens: (node: RawNode) => boolean;
  readonly item: (node: RawNode) => boolean;
  /** What picking the item changes. */
  readonly took?: (nodes: readonly RawNode[]) => boolean;
}

/** An open menu or list: each of its items can be inspected, and picked with a click. */
export function opensMenu({ hands }: RunningApp, title: string, { opens, item, took }: MenuTest): void {
  it(title, async () => {
    await hands().inFront();
    try {
      await hands().clickOn(opens);
      const found = await hands().find(item);
      const middle = center(found.bounds!);
      await until(async () => {
        const hit = await hands().at(middle);
        // GTK 4's items have labels and pictures in them.
        return (await hands().nodes()).filter(item).some((each) => allNodes(each).some((n) => n.runtimeId === hit));
      });
      if (!took) return;
      await hands().click(middle);
      await until(async () => took(await hands().nodes()));
    } finally {
      await hands().escape();
    }
  });
}

/** The tool tip of what the pointer rests on can be inspected. */
export function showsToolTip({ hands }: RunningApp, over: (node: RawNode) => boolean, tip: RegExp): void {
  it('has tool tips that can be inspected', async () => {
    await hands().inFront();
    const rested = await hands().find(over);
    await hands().point(center(rested.bounds!));
    const shown = await hands().find((node) => tip.test(node.name) && node.runtimeId !== rested.runtimeId);
    const hit = await hands().at(center(shown.bounds!));
    expect((await hands().nodes()).find((node) => node.runtimeId === hit)?.name).toMatch(tip);
  });
}

/** Below the pointer and beside it, the ways in which menus open; pixels. */
const aside = [30, -30] as const;
const farthest = 500;
const step = 9;

export interface ContextMenuTest {
  readonly over: (node: RawNode) => boolean;
  readonly item: RegExp;
  /** What picking the item changes. */
  readonly took?: (nodes: readonly RawNode[]) => boolean;
}

/** A menu that opens where the pointer is. Such menus stand outside of the tree of their window, but can be pointed at. */
export function opensContextMenu(running: RunningApp, { over, item, took }: ContextMenuTest): void {
  const { hands } = running;
  it('has context menus whose items can be inspected', async () => {
    await hands().inFront();
    try {
      const pressed = center((await hands().find(over)).bounds!);
      await hands().click(pressed, 'right');
      let found: Point | null = null;
      await until(async () => (found = await findItem(running, pressed, item)) !== null);
      if (!took) return;
      await hands().click(found!);
      await until(async () => took(await hands().nodes()));
    } finally {
      await hands().escape();
    }
  });
}

async function findItem({ hands, backend, app }: RunningApp, from: Point, item: RegExp): Promise<Point | null> {
  for (const dx of aside) {
    for (let dy = step; dy < farthest; dy += step) {
      const at = { x: from.x + dx, y: from.y + dy };
      const hit = await hands().at(at);
      const found = hit && (await backend().elements.details(await app().window(), hit));
      if (found && found.controlType === 'MenuItem' && item.test(found.name)) return at;
    }
  }
  return null;
}
