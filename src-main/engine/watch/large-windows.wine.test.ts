import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InputEvent } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { sleep } from '../../base/async/deadline.ts';
import type { Disposable } from '../../base/async/disposable.ts';
import { controls } from '../backends/win32/testing/fixtures.ts';
import * as person from '../backends/win32/testing/person.ts';
import { leavesOf, middleOf } from '../backends/win32/testing/uia-costs.ts';
import { UiaFixture } from '../backends/win32/testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../backends/win32/testing/windows-engine.ts';
import { soon } from '../testing/outcome.ts';

/** What a node costs an app when read or visited, and the longest time an app may be blocked. */
const costs = { nodeMicroseconds: 500, searchMicroseconds: 500 } as const;
const free = { nodeMicroseconds: 0, searchMicroseconds: 0 } as const;
const mostMs = 50;
/** High: after each press the elements around it are queried one by one, as time permits. */
const questionsPerPress = 300;
/** The element, its children and its ancestors; then its details, and the number of children of each ancestor. */
const questionsPerHover = 30;
const fanOut = 10;

let fixture: UiaFixture;
let windows: WindowsEngine;
let gallery: WindowId;
let area: Rect;
let recording: Disposable;
let presses: Extract<InputEvent, { type: 'pointerDown' }>[];

beforeAll(async () => {
  fixture = UiaFixture.install();
  windows = await startWindowsEngine();
  gallery = (await windows.engine.launch({ command: controls, args: ['gallery'] })).id;
  await windows.engine.actOnWindow({ window: gallery, action: 'focus' });
});
afterAll(async () => {
  await windows.engine.actOnWindow({ window: gallery, action: 'close' });
  await windows.close();
  fixture.uninstall();
});
beforeEach(() => {
  fixture.reset();
  presses = [];
});

const placeOf = (node: number) => middleOf(node, area);

async function show(nodes: number, wordless = false): Promise<void> {
  fixture.showTree({ window: Number(gallery), nodes, fanOut, wordless });
  const [first] = (await windows.engine.find({ window: gallery, selector: 'path=0' })).matches;
  area = first!.bounds!;
}

async function record(nodes: number, { wordless = false } = {}): Promise<void> {
  await show(nodes, wordless);
  const before = fixture.section.read('calls');
  fixture.section.set({ ...costs, mostMicroseconds: 0 });
  recording = windows.engine.on('input', (event) => {
    if (event.type === 'pointerDown') presses.push(event);
  });
  await windows.engine.describe({});
  await vi.waitFor(() => expect(fixture.section.read('calls')).toBeGreaterThan(before), soon);
}

async function found(selector: string): Promise<readonly string[]> {
  const { matches } = await windows.engine.find({ window: gallery, selector });
  return matches.map(({ automationId }) => automationId);
}

/** Presses the leaves one after the other, as fast as users do. */
async function press(leaves: readonly number[]): Promise<void> {
  for (const leaf of leaves) {
    await person.click(placeOf(leaf));
    await sleep(150);
  }
  await vi.waitFor(() => expect(presses).toHaveLength(leaves.length), soon);
}

describe.each([1_500, 3_000, 6_000, 12_000])('a window of %d elements, half a millisecond each', (nodes) => {
  test('is recorded press by press, and no query blocks its app', async () => {
    await record(nodes);
    const leaves = leavesOf(nodes, fanOut);
    const before = fixture.section.read('calls');
    await press(leaves);
    recording.dispose();
    expect((fixture.section.read('calls') - before) / leaves.length).toBeLessThanOrEqual(questionsPerPress);
    expect(presses.map(({ target }) => target?.element.automationId)).toEqual(leaves.map((leaf) => `node${leaf}`));
    for (const { target } of presses) {
      expect(target?.unsure).toBeUndefined();
    }
    expect(fixture.section.read('mostMicroseconds')).toBeLessThanOrEqual(mostMs * 1_000);
    fixture.section.set(free);
    for (const { target } of presses) {
      expect(target?.selectors.length).toBeGreaterThan(0);
      for (const { selector } of target?.selectors ?? [])
        expect([selector, await found(selector)]).toEqual([selector, [target?.element.automationId]]);
    }
  });
});

test.each([1_500, 12_000])(
  'finding the element under the pointer costs the same in a window of %d elements',
  async (nodes) => {
    await show(nodes);
    const leaf = leavesOf(nodes, fanOut)[0]!;
    fixture.section.set({ calls: 0, mostNodes: 0 });
    const hit = await windows.engine.elementAt(placeOf(leaf));
    expect(hit?.element.automationId).toBe(`node${leaf}`);
    expect(fixture.section.read('calls')).toBeLessThanOrEqual(questionsPerHover);
    expect(fixture.section.read('mostNodes')).toBeLessThanOrEqual(fanOut);
  },
);

test('an element without name and id is found again by its position, though most of its window was not read', async () => {
  await record(3_000, { wordless: true });
  const leaves = leavesOf(3_000, fanOut);
  await press(leaves);
  recording.dispose();
  fixture.section.set(free);
  for (const [index, { target }] of presses.entries()) {
    expect(target?.element.id.endsWith(`.${leaves[index]}`)).toBe(true);
    const [first] = target?.selectors ?? [];
    expect(first?.kind).toBe('path');
    const { matches } = await windows.engine.find({ window: gallery, selector: first!.selector });
    expect(matches.map(({ id }) => id)).toEqual([target?.element.id]);
  }
});
