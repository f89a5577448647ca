import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { intersect } from '#contract/model/geometry';
import { element } from '../backends/fake/element.ts';
import { createFakeEngine, type FakeEngine } from '../testing/fake-engine.ts';

let desk: FakeEngine;
let ours: WindowInfo;
let target: WindowInfo;

/** The calculator counts as Deskscope's own window, and covers the form. */
beforeEach(async () => {
  desk = await createFakeEngine();
  ours = await desk.window('Calculator');
  target = await desk.window('Form');
  await desk.engine.setOwnProcesses({ processIds: [ours.processId] });
  move({ x: target.bounds.x + 20, y: target.bounds.y + 20 });
});
afterEach(() => desk.engine.close());

const now = () => desk.backend.desktop.highlight;
const move = (to: { x: number; y: number }) =>
  desk.backend.desktop.move(desk.backend.desktop.window(ours.id), { ...to, width: 150, height: 100 });
const bring = (id: WindowId) => desk.backend.desktop.activate(desk.backend.desktop.window(id));
const show = (named: boolean) =>
  desk.engine.highlight({
    boxes: [{ bounds: target.bounds, label: 'it', line: 'solid', ...(named && { window: target.id }) }],
  });

test.each([true, false])('keeps our own window over the target clear as it moves; named: %s', async (named) => {
  bring(target.id);
  bring(ours.id);
  await show(named);
  const place = { x: target.bounds.x + 20, y: target.bounds.y + 20, width: 150, height: 100 };
  expect(now()[0]).toMatchObject({ keepClear: [place] });
  move({ x: target.bounds.x + 60, y: target.bounds.y });
  const next = { ...place, x: target.bounds.x + 60, y: target.bounds.y };
  await vi.waitFor(() => expect(now()[0]).toMatchObject({ keepClear: [next] }));
  bring(target.id);
  await vi.waitFor(() => expect(now()[0]).not.toHaveProperty('keepClear'));
});

test('follows nothing once hidden', async () => {
  bring(target.id);
  bring(ours.id);
  await show(true);
  await desk.engine.highlight({ boxes: [] });
  move({ x: target.bounds.x + 60, y: target.bounds.y });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(now()).toEqual([]);
});

test('keeps clear windows of other apps, and covers in the window of the element', async () => {
  await desk.engine.setOwnProcesses({ processIds: [] });
  const form = desk.backend.desktop.window(target.id);
  const wide = element({ controlType: 'Button', name: 'Wide', at: [20, 40, 200, 60] });
  const lid = element({ controlType: 'Button', name: 'Lid', at: [150, 30, 100, 90] });
  form.root.children = [wide, lid];
  const { id, bounds } = await desk.element('Form', 'name="Wide"');
  const cover = (await desk.element('Form', 'name="Lid"')).bounds!;
  bring(target.id);
  const box = { bounds: bounds!, label: 'it', line: 'solid', window: target.id, element: id } as const;
  await desk.engine.highlight({ boxes: [box] });
  expect(now()[0]).not.toHaveProperty('keepClear');
  // Cut to the box, with room for its line.
  const clear = { x: cover.x, y: bounds!.y - 12, height: bounds!.height + 24, width: bounds!.x + 200 + 12 - cover.x };
  await vi.waitFor(() => expect(now()[0]).toMatchObject({ keepClear: [intersect(clear, cover)] }), 3_000);
  move({ x: bounds!.x - 50, y: bounds!.y - 50 });
  bring(ours.id);
  await vi.waitFor(() => expect(now()[0]?.keepClear).toHaveLength(2));
});
