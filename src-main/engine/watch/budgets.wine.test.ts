import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { setCursorPos } from '../backends/win32/input/api.ts';
import { parseWindowId } from '../backends/win32/native/window.ts';
import { controls } from '../backends/win32/testing/fixtures.ts';
import * as person from '../backends/win32/testing/person.ts';
import { costsOf, leavesOf, middleOf, type Costs } from '../backends/win32/testing/uia-costs.ts';
import { UiaFixture } from '../backends/win32/testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../backends/win32/testing/windows-engine.ts';
import { UiaClient } from '../backends/win32/uia/client.ts';
import { createUiaStrategy } from '../backends/win32/uia/strategy.ts';
import { soon } from '../testing/outcome.ts';

let fixture: UiaFixture;
let windows: WindowsEngine;
let gallery: WindowId;
let area: Rect;

beforeAll(async () => {
  fixture = UiaFixture.install();
  windows = await startWindowsEngine();
  gallery = (await windows.engine.launch({ command: controls, args: ['gallery'] })).id;
  await windows.engine.actOnWindow({ window: gallery, action: 'focus' });
  show(10, 10);
  area = (await windows.engine.find({ window: gallery, selector: 'path=0' })).matches[0]!.bounds!;
});
afterAll(async () => {
  await windows.engine.actOnWindow({ window: gallery, action: 'close' });
  await windows.close();
  fixture.uninstall();
});
beforeEach(() => fixture.reset());

function show(nodes: number, fanOut: number): void {
  fixture.showTree({ window: parseWindowId(gallery), nodes, fanOut });
}

function expectWithin(costs: Costs, most: Costs): void {
  expect(costs.questions).toBeLessThanOrEqual(most.questions);
  expect(costs.appMs).toBeLessThanOrEqual(most.appMs);
  expect(costs.mostMs).toBeLessThanOrEqual(most.mostMs);
}

/** Sizes, and the number of children per node: one more in the largest, so that leaves are visible. */
const sizes = [
  [1_500, 10],
  [6_000, 10],
  [50_000, 100],
] as const;

/** Elements around the pressed one, and those checked for the same properties; both are bounded. */
const click = { questions: 1_500, appMs: 400, mostMs: 50 } as const;
/** The element, its ancestors and children; its details. */
const hover = { questions: 40, appMs: 20, mostMs: 50 } as const;

test.each(sizes)(
  'a recording in a window of %d elements, half a millisecond each, has bounded costs for a resting pointer and a click',
  async (nodes, fanOut) => {
    show(nodes, fanOut);
    fixture.section.set({ nodeMicroseconds: 500, searchMicroseconds: 500 });
    const [rests, pressed] = leavesOf(nodes, fanOut);
    setCursorPos(0, 0);
    const presses: (string | undefined)[] = [];
    const recording = windows.engine.on('input', (event) => {
      if (event.type === 'pointerDown') presses.push(event.target?.element.automationId);
    });
    await windows.engine.describe({});
    await costsOf(fixture, () => vi.waitFor(() => expect(fixture.section.read('calls')).toBeGreaterThan(0), soon));
    const there = middleOf(rests!, area);
    const asRests = await costsOf(fixture, () => setCursorPos(there.x, there.y));
    const asPressed = await costsOf(fixture, async () => {
      await person.click(middleOf(pressed!, area));
      await vi.waitFor(() => expect(presses).toHaveLength(1), soon);
    });
    recording.dispose();
    expect(asRests.questions).toBeGreaterThan(0);
    expectWithin(asRests, hover);
    expect(presses).toEqual([`node${pressed}`]);
    expectWithin(asPressed, click);
  },
);

/** The first and the second look, in queries and in visited elements, at a millisecond each. */
const looks = {
  1_500: [
    { questions: 3, appMs: 2 * 1_501 + 1, mostMs: 1_501 },
    { questions: 1, appMs: 1_501, mostMs: 1_501 },
  ],
  6_000: Array<Costs>(2).fill({ questions: 30, appMs: 3.1 * 6_001, mostMs: 6_001 }),
  50_000: Array<Costs>(2).fill({ questions: 1_100, appMs: 4 * 50_001, mostMs: 50_001 }),
} as const;

test.each(sizes)('a look at a window of %d elements has bounded costs, the first and the second', (nodes, fanOut) => {
  const strategy = createUiaStrategy(new UiaClient());
  show(nodes, fanOut);
  fixture.section.set({ nodeMicroseconds: 1, searchMicroseconds: 1 });
  for (const most of looks[nodes]) {
    fixture.section.set({ calls: 0, appMicroseconds: 0, mostMicroseconds: 0 });
    const budget = { depth: 200, maxNodes: 60_000, cancelled: () => false };
    expect(strategy.walk({ id: gallery } as WindowInfo, null, budget).nodeCount).toBe(nodes + 1);
    const { section } = fixture;
    const costs = {
      questions: section.read('calls'),
      appMs: section.read('appMicroseconds'),
      mostMs: section.read('mostMicroseconds'),
    };
    expectWithin(costs, most);
  }
});
