import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { soon } from '../../../testing/outcome.ts';
import { parseWindowId } from '../native/window.ts';
import { controls } from '../testing/fixtures.ts';
import { leavesOf, middleOf } from '../testing/uia-costs.ts';
import { UiaFixture } from '../testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';

/** The whole engine, with trees too large for one query. */
let fixture: UiaFixture;
let windows: WindowsEngine;
let gallery: WindowId;
let area: Rect;

beforeAll(async () => {
  fixture = UiaFixture.install();
  windows = await startWindowsEngine();
  gallery = (await windows.engine.launch({ command: controls, args: ['gallery'] })).id;
  await windows.engine.actOnWindow({ window: gallery, action: 'focus' });
  fixture.showTree({ window: parseWindowId(gallery), nodes: 10 });
  area = (await windows.engine.find({ window: gallery, selector: 'path=0' })).matches[0]!.bounds!;
});
afterEach(() => fixture.reset());
afterAll(async () => {
  await windows.engine.actOnWindow({ window: gallery, action: 'close' });
  await windows.close();
  fixture.uninstall();
});

const find = async (selector: string) => (await windows.engine.find({ window: gallery, selector })).matches;

test('hit tests are answered during a long read of a whole tree', async () => {
  fixture.showTree({ window: parseWindowId(gallery), nodes: 12_000 });
  const whole = { window: gallery, depth: 200, maxNodes: 20_000 };
  // This tells the engine that it is large.
  await windows.engine.tree(whole);
  fixture.section.set({ calls: 0, nodeMicroseconds: 500 });
  const [leaf] = leavesOf(12_000, 10);
  let isRead = false;
  const giveUp = new AbortController();
  const reading = windows.engine
    .tree(whole, { signal: giveUp.signal })
    .catch(() => null)
    .finally(() => (isRead = true));
  await vi.waitFor(() => expect(fixture.section.read('calls')).toBeGreaterThan(2), soon);
  const hit = await windows.engine.elementAt(middleOf(leaf!, area));
  expect(hit?.element.automationId).toBe(`node${leaf}`);
  // Its elements alone take the app six seconds, half a second per query.
  expect(isRead).toBe(false);
  giveUp.abort();
  fixture.section.set({ nodeMicroseconds: 0 });
  await reading;
});

test('a row of 10,000 without providers is found by name and id, and read', async () => {
  fixture.showTree({ window: parseWindowId(gallery), nodes: 110, list: { node: 4, rows: 10_000 } });
  for (const selector of ['name="Row 9876"', 'id=row9876']) {
    expect((await find(selector)).map(({ name, controlType }) => [name, controlType])).toEqual([
      ['Row 9876', 'ListItem'],
    ]);
  }
  const [row] = await find('id=row9876');
  expect(row!.bounds).not.toBeNull();
  expect(await windows.engine.details({ element: row!.id })).toMatchObject({ name: 'Row 9876' });
  expect(await find('name="Row 10001"')).toEqual([]);
});

test('content missing from whole-tree queries is found by name, id and role, read and acted on', async () => {
  fixture.showTree({ window: parseWindowId(gallery), nodes: 1_110, content: { node: 5, hidden: true } });
  for (const selector of ['id=node512', 'name="Check 512"', 'id=node5 >> role=CheckBox name="Check 512"']) {
    expect([selector, (await find(selector)).map(({ automationId }) => automationId)]).toEqual([selector, ['node512']]);
  }
  const [hidden] = await find('id=node512');
  expect(await windows.engine.details({ element: hidden!.id })).toMatchObject({ name: 'Check 512' });
  const above = await windows.engine.ancestors({ element: hidden!.id });
  expect(above.map(({ automationId }) => automationId).slice(1)).toEqual(['node5', 'node51']);
  expect(await find('id=node5120')).toEqual([]);
});
