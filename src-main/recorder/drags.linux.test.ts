import { afterEach, expect, test, vi } from 'vitest';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python, targetScript } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import type { ElementNode } from '#contract/model/elements/element';
import { center } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { drag, inWords, recorded, replayed } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

async function window(title: string): Promise<WindowInfo> {
  const { items } = await app.engine.listWindows({});
  const found = items.find((one) => one.title === title);
  if (!found) throw new Error(`There is no window ${title}.`);
  return found;
}

async function element(title: string, selector: string): Promise<ElementNode> {
  const { matches } = await app.engine.find({ window: (await window(title)).id, selector });
  if (!matches[0]) throw new Error(`There is no ${selector}.`);
  return matches[0];
}

const parcel = async () => center((await element('Shelf', 'name="Parcel"')).bounds!);
const field = () => element('Truck', 'name="Load"');

test('a drag into another window ends on its element there, wherever it is, and not on another', async () => {
  app = await liveApp(python, [targetScript('gtk3_drag.py')], { ready: (nodes) => nodes.length > 1 });
  await vi.waitFor(parcel, soon);
  await vi.waitFor(field, soon);
  const steps = await recorded(app.engine, async () => drag(await parcel(), center((await field()).bounds!)));
  expect(inWords(steps)).toEqual(['Drag Button “Parcel” onto Edit “Load” of the window “Truck”']);
  expect((await field()).value).toBe('a parcel');

  const truck = await window('Truck');
  const moved = { ...truck.bounds, x: truck.bounds.x + 60, y: truck.bounds.y + 150 };
  await app.engine.moveWindow({ window: truck.id, bounds: moved });
  // The field already has the expected value, so only the drag itself is checked.
  const acts = steps.map((step) => ({ ...step, expected: [] }));
  expect(await replayed(app.engine, acts)).toEqual(['passed']);
  await vi.waitFor(async () => expect((await field()).value).toBe('a parcela parcel'), soon);

  const covering = await window('Shelf');
  await app.engine.moveWindow({ window: covering.id, bounds: moved });
  const [result] = await replayed(app.engine, acts);
  expect(result).toMatch(/^failed: “Shelf” covers “Truck” at /);
  expect((await field()).value).toBe('a parcela parcel');
});

test('a drag of GTK 4 ends on its element, wherever that is, though its icon is between', async () => {
  const opened = (...shelves: string[]) =>
    liveApp(python, [targetScript('gtk4_drag.py'), ...shelves], {
      ready: (nodes) => nodes.length > 2,
      title: /^Store$/,
    });
  app = await opened('Left', 'Right');
  const middle = async (name: string) => center((await element('Store', `role=Text name="${name}"`)).bounds!);
  const steps = await recorded(app.engine, async () => drag(await middle('Parcel'), await middle('Right')));
  expect(inWords(steps)).toEqual(['Drag Text “Parcel” onto Text “Right”']);
  await vi.waitFor(() => element('Store', 'name="Right holds Parcel"'), soon);
  await app.end();

  app = await opened('Top', 'Right', 'Left', 'Bottom');
  expect(await replayed(app.engine, steps)).toEqual(['passed']);
  await vi.waitFor(() => element('Store', 'name="Right holds Parcel"'), soon);
});
