import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatElementId } from '#contract/model/elements/element';
import { center } from '#contract/model/geometry';
import { element } from '../../engine/backends/fake/element.ts';
import type { ToolContext } from '../define-tool.ts';
import { aimAt, ensureInFront } from './in-front.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

async function startTarget() {
  const target = bench.fake.desktop.start('calculator');
  const context = { engine: bench.engine, signal: new AbortController().signal } as unknown as ToolContext;
  const info = (await bench.engine.listWindows({})).items.find((window) => window.id === target.id)!;
  const at = center(info.bounds);
  await ensureInFront(context, info, at);
  return { target, context, info, at };
}

it('refuses a point that another app covers, and accepts a menu of the same process there', async () => {
  const { desktop } = bench.fake;
  const { target, context, info, at } = await startTarget();
  const menu = desktop.open({ ...target.spec, title: 'Menu', kind: 'popup-menu' }, target);
  desktop.move(menu, info.bounds);
  await ensureInFront(context, info, at);
  const cover = desktop.start('form');
  desktop.move(cover, info.bounds);
  await expect(ensureInFront(context, info, at)).rejects.toMatchObject({
    code: 'wrong_target_window',
    delivery: 'not_delivered',
    message: `“Form” covers “Calculator” at ${at.x}, ${at.y}.`,
  });
});

it.each([
  { kind: 'dialog', what: 'a dialog' },
  { kind: 'normal', what: 'a second window' },
] as const)('refuses a point that $what of the same app covers: its controls would get the press', async ({ kind }) => {
  const { desktop } = bench.fake;
  const { target, context, info, at } = await startTarget();
  const other = desktop.open({ ...target.spec, title: 'Preferences', kind }, target);
  desktop.move(other, info.bounds);
  await expect(ensureInFront(context, info, at)).rejects.toMatchObject({
    code: 'wrong_target_window',
    delivery: 'not_delivered',
    message: `“Preferences” covers “Calculator” at ${at.x}, ${at.y}.`,
  });
});

it('identifies its target in an open list, though its app recreates the items at every query', async () => {
  const { target, context, info } = await startTarget();
  const item = element({ controlType: 'ListItem', name: 'Large', at: [0, 0, 80, 20] });
  const list = element({ controlType: 'Menu', name: 'Sizes', at: [0, 0, 80, 20], children: [item] });
  target.root.children = [...target.root.children, list];
  const at = { x: info.contentBounds.x + 40, y: info.contentBounds.y + 10 };
  const hit = (await bench.engine.elementAt(at))!.element;
  const known = { ...hit, id: formatElementId(info.id, 'of the look before') };
  expect(await aimAt(context, { window: info, element: known }, at)).toMatchObject({ at });
  const other = { ...known, name: 'Small' };
  await expect(aimAt(context, { window: info, element: other }, at)).rejects.toThrow();
});
