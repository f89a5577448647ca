import { it } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import type { RunningApp } from './app-suite.ts';
import { isCalled } from '../people/hands.ts';
import { allNodes, readTree, until } from './target-app.ts';

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
export function opensMenu(running: RunningApp, title: string, { opens, item, took }: MenuTest): void {
  const { hands } = running;
  it(title, async () => {
    await hands().inFront();
    try {
      await openFor(running, opens, item);
      // Where it is now: it may have been found while its menu was still on its way.
      const middle = async () => center((await hands().find(item)).bounds!);
      await until(async () => isIn(running, await middle(), item));
      if (!took) return;
      await hands().click(await middle());
      await until(async () => took(await hands().nodes()));
    } finally {
      await hands().escape();
    }
  });
}

/** A click that comes while a tool tip or another menu goes away may be taken for that. */
async function openFor({ hands }: RunningApp, opens: MenuTest['opens'], item: MenuTest['item']): Promise<void> {
  const tries = 3;
  for (let attempt = 1; attempt < tries; attempt++) {
    await hands().clickOn(opens);
    const found = await hands()
      .find(item, 5_000)
      .catch(() => null);
    if (found) return;
    await hands().escape();
  }
  await hands().clickOn(opens);
}

/** GTK 4's items have labels and pictures in them. */
async function isIn(
  { hands, backend, app }: RunningApp,
  at: Point,
  isMeant: (node: RawNode) => boolean,
): Promise<boolean> {
  const hit = await hands().at(at);
  if (hit === null) return false;
  const window = await app().window();
  const { elements } = backend();
  return [await elements.details(window, hit), ...(await elements.ancestors(window, hit))].some(isMeant);
}

/** The tool tip of what the pointer rests on can be inspected. */
export function showsToolTip(running: RunningApp, over: (node: RawNode) => boolean, tip: RegExp): void {
  const { hands } = running;
  it('has tool tips that can be inspected', async () => {
    await hands().inFront();
    const rested = await hands().find(over);
    const at = center(rested.bounds!);
    await hands().point(at);
    const isTip = ({ name, runtimeId }: RawNode) => tip.test(name) && runtimeId !== rested.runtimeId;
    await until(async () => (await findBelow(running, at, isTip)) !== null);
  });
}

export interface DialogTest {
  readonly keys: string;
  readonly title: RegExp;
  /** A button that closes it. */
  readonly closes: string;
}

/** A dialog has a tree of its own, whose places are right: its button is clicked. */
export function opensDialog({ hands, backend, app }: RunningApp, { keys, title, closes }: DialogTest): void {
  it('has dialogs with trees of their own', async () => {
    await hands().inFront();
    const { processId } = await app().window();
    const dialog = async () => {
      const windows = await backend().windows.list({ all: true });
      return windows.find((each) => each.processId === processId && title.test(each.title));
    };
    await backend().input.press(keys);
    let button: RawNode | undefined;
    await until(async () => {
      const window = await dialog();
      const { root } = await readTree(backend(), window!);
      button = allNodes(root).find((node) => node.name === closes && node.bounds && node.states.includes('visible'));
      return button !== undefined && root.name === window!.title;
    });
    await hands().click(center(button!.bounds!));
    await until(async () => (await dialog()) === undefined);
  });
}

/** Where menus and tool tips open, seen from the pointer; pixels. */
const aside = [30, -30] as const;
const farthest = 500;
const step = 9;

export interface ContextMenuTest {
  readonly over: (node: RawNode) => boolean;
  readonly item: RegExp;
  /** Its items stand in the tree of the window, too. */
  readonly listed?: true;
  /** What picking the item changes. */
  readonly took?: (nodes: readonly RawNode[]) => boolean;
}

/** A menu that opens where the pointer is. Such menus stand outside of the tree of their window, but can be pointed at. */
export function opensContextMenu(running: RunningApp, { over, item, listed, took }: ContextMenuTest): void {
  const { hands } = running;
  it('has context menus whose items can be inspected', async () => {
    await hands().inFront();
    try {
      const pressed = center((await hands().find(over)).bounds!);
      await hands().click(pressed, 'right');
      let found: Point | null = null;
      const isMeant = (node: RawNode) => node.controlType === 'MenuItem' && item.test(node.name);
      await until(async () => (found = await findBelow(running, pressed, isMeant)) !== null);
      const isListed = (node: RawNode) => isMeant(node) && node.states.includes('visible');
      if (listed) await until(async () => (await hands().nodes()).some(isListed));
      if (!took) return;
      await hands().click(found!);
      await until(async () => took(await hands().nodes()));
    } finally {
      await hands().escape();
    }
  });
}

async function findBelow(
  { hands, backend, app }: RunningApp,
  from: Point,
  isMeant: (node: RawNode) => boolean,
): Promise<Point | null> {
  for (const dx of aside) {
    for (let dy = step; dy < farthest; dy += step) {
      const at = { x: from.x + dx, y: from.y + dy };
      const hit = await hands().at(at);
      if (hit && isMeant(await backend().elements.details(await app().window(), hit))) return at;
    }
  }
  return null;
}
