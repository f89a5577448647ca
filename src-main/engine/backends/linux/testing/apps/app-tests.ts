import { it } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import type { RunningApp } from './app-suite.ts';
import { isCalled } from '../people/app-driver.ts';
import { allNodes, readTree, until } from './target-app.ts';

/** A click at a wrong position would leave the box unchanged. */
export function clicksCheckBox({ driver }: RunningApp): void {
  it('is clicked where it claims to be', async () => {
    const box = await driver().find((node) => node.controlType === 'CheckBox' && node.states.includes('enabled'));
    const isBox = (node: RawNode) => node.runtimeId === box.runtimeId;
    const isChecked = async () => (await driver().nodes()).find(isBox)!.states.includes('checked');
    const before = await isChecked();
    await driver().clickOn(isBox);
    await until(async () => (await isChecked()) !== before);
  });
}

/** The tests' own page and window have a button that changes its name. */
export function pressesButton({ driver }: RunningApp): void {
  it('is clicked where it claims to be', async () => {
    await driver().clickOn(isCalled('Press', 'Button'));
    await driver().find(isCalled('Pressed', 'Button'));
  });
}

export interface MenuTest {
  readonly opens: (node: RawNode) => boolean;
  readonly item: (node: RawNode) => boolean;
  /** The effect of choosing the item. */
  readonly took?: (nodes: readonly RawNode[]) => boolean;
}

/** An open menu or list: each of its items can be inspected, and chosen with a click. */
export function opensMenu(running: RunningApp, title: string, { opens, item, took }: MenuTest): void {
  const { driver } = running;
  it(title, async () => {
    await driver().inFront();
    try {
      await openFor(running, opens, item);
      // Its current position: it may have been found while its menu was still moving.
      const middle = async () => center((await driver().find(item)).bounds!);
      await until(async () => isIn(running, await middle(), item));
      if (!took) return;
      await driver().click(await middle());
      await until(async () => took(await driver().nodes()));
    } finally {
      await driver().escape();
    }
  });
}

/** A click while a tool tip or another menu closes may be attributed to that. */
async function openFor({ driver }: RunningApp, opens: MenuTest['opens'], item: MenuTest['item']): Promise<void> {
  const tries = 3;
  for (let attempt = 1; attempt < tries; attempt++) {
    await driver().clickOn(opens);
    const found = await driver()
      .find(item, 5_000)
      .catch(() => null);
    if (found) return;
    await driver().escape();
  }
  await driver().clickOn(opens);
}

/** GTK 4's items have labels and pictures in them. */
async function isIn(
  { driver, backend, app }: RunningApp,
  at: Point,
  isIntended: (node: RawNode) => boolean,
): Promise<boolean> {
  const hit = await driver().at(at);
  if (hit === null) return false;
  const window = await app().window();
  const { elements } = backend();
  return [await elements.details(window, hit), ...(await elements.ancestors(window, hit))].some(isIntended);
}

/** The tool tip of the hovered element can be inspected. */
export function showsToolTip(running: RunningApp, over: (node: RawNode) => boolean, tip: RegExp): void {
  const { driver } = running;
  it('has tool tips that can be inspected', async () => {
    await driver().inFront();
    const rested = await driver().find(over);
    const at = center(rested.bounds!);
    const isTip = ({ name, runtimeId }: RawNode) => tip.test(name) && runtimeId !== rested.runtimeId;
    const shows = async () => (await findBelow(running, at, isTip)) !== null;
    await driver().point(at);
    await until(shows, 5_000).catch(async () => {
      // It hides after a while, which a busy machine may miss: it shows again after a move.
      await driver().point({ x: at.x + 1, y: at.y });
      await until(shows);
    });
  });
}

export interface DialogTest {
  readonly keys: string;
  readonly title: RegExp;
  /** A button that closes it. */
  readonly closes: string;
}

/** A dialog has a tree of its own, with correct positions: its button is clicked. */
export function opensDialog({ driver, backend, app }: RunningApp, { keys, title, closes }: DialogTest): void {
  it('has dialogs with trees of their own', async () => {
    await driver().inFront();
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
    await driver().click(center(button!.bounds!));
    await until(async () => (await dialog()) === undefined);
  });
}

/** Offset of menus and tool tips from the pointer; pixels. */
const aside = [30, -30] as const;
const farthest = 500;
const step = 9;

export interface ContextMenuTest {
  readonly over: (node: RawNode) => boolean;
  readonly item: RegExp;
  /** Its items are in the tree of the window, too. */
  readonly listed?: true;
  /** The effect of choosing the item. */
  readonly took?: (nodes: readonly RawNode[]) => boolean;
}

/** A context menu. Such menus are outside the tree of their window, but can be hit. */
export function opensContextMenu(running: RunningApp, { over, item, listed, took }: ContextMenuTest): void {
  const { driver } = running;
  it('has context menus whose items can be inspected', async () => {
    await driver().inFront();
    try {
      const pressed = center((await driver().find(over)).bounds!);
      await driver().click(pressed, 'right');
      let found: Point | null = null;
      const isIntended = (node: RawNode) => node.controlType === 'MenuItem' && item.test(node.name);
      await until(async () => (found = await findBelow(running, pressed, isIntended)) !== null);
      const isListed = (node: RawNode) => isIntended(node) && node.states.includes('visible');
      if (listed) await until(async () => (await driver().nodes()).some(isListed));
      if (!took) return;
      await driver().click(found!);
      await until(async () => took(await driver().nodes()));
    } finally {
      await driver().escape();
    }
  });
}

async function findBelow(
  { driver, backend, app }: RunningApp,
  from: Point,
  isIntended: (node: RawNode) => boolean,
): Promise<Point | null> {
  for (const dx of aside) {
    for (let dy = step; dy < farthest; dy += step) {
      const at = { x: from.x + dx, y: from.y + dy };
      const hit = await driver().at(at);
      if (hit && isIntended(await backend().elements.details(await app().window(), hit))) return at;
    }
  }
  return null;
}
