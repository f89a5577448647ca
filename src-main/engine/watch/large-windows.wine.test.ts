import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InputEvent } from '#contract/model/engine';
import type { Point, Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/window';
import { sleep } from '../../base/deadline.ts';
import type { Disposable } from '../../base/disposable.ts';
import { controls } from '../backends/win32/testing/fixtures.ts';
import * as person from '../backends/win32/testing/person.ts';
import { UiaFixture } from '../backends/win32/testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../backends/win32/testing/windows-engine.ts';
import { soon } from '../testing/soon.ts';

/** What reading a node costs an app, and how long no one may keep it from its messages. */
const nodeMicroseconds = 500;
const mostMs = 50;
/** Many: after each press the elements around it are asked for, one to a question, as far as there is time before the next. */
const questionsPerPress = 300;
/** The element, what is in it and what it is in; then its details, and how many children each ancestor has. */
const questionsPerHover = 30;
/** Where the made-up tree puts node after node, in pixels: `synthetic-node.cpp`. */
const cell = { width: 12, height: 8, inRow: 60 } as const;
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

/** Of nodes that hold no others and are pressed themselves: buttons, edits, check boxes, sliders, links. */
function leavesOf(nodes: number): readonly number[] {
  const first = Math.ceil(nodes / fanOut) + fanOut;
  return [0, 61, 122, 205, 266, 320].map((further) => first - (first % fanOut) + further);
}

function placeOf(node: number): Point {
  const [column, row] = [(node - 1) % cell.inRow, Math.floor((node - 1) / cell.inRow)];
  return { x: area.x + column * cell.width + 5, y: area.y + row * cell.height + 3 };
}

async function show(nodes: number, wordless = false): Promise<void> {
  fixture.showTree({ window: Number(gallery), nodes, fanOut, wordless });
  const [first] = (await windows.engine.find({ window: gallery, selector: 'path=0' })).matches;
  area = first!.bounds!;
}

async function record(nodes: number, { wordless = false } = {}): Promise<void> {
  await show(nodes, wordless);
  const before = fixture.section.read('calls');
  fixture.section.set({ nodes: 0, mostNodes: 0, nodeMicroseconds });
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

/** Presses the leaves one after the other, as fast as a person may. */
async function press(leaves: readonly number[]): Promise<void> {
  for (const leaf of leaves) {
    await person.click(placeOf(leaf));
    await sleep(150);
  }
  await vi.waitFor(() => expect(presses).toHaveLength(leaves.length), soon);
}

describe.each([1_500, 3_000, 6_000, 12_000])('a window of %d elements, half a millisecond each', (nodes) => {
  test('is recorded press by press, and no question keeps its app from its messages', async () => {
    await record(nodes);
    const leaves = leavesOf(nodes);
    const before = fixture.section.read('calls');
    await press(leaves);
    recording.dispose();
    expect((fixture.section.read('calls') - before) / leaves.length).toBeLessThanOrEqual(questionsPerPress);
    expect(presses.map(({ target }) => target?.element.automationId)).toEqual(leaves.map((leaf) => `node${leaf}`));
    for (const { target } of presses) {
      expect(target?.unsure).toBeUndefined();
    }
    expect(fixture.section.read('mostNodes') * nodeMicroseconds).toBeLessThanOrEqual(mostMs * 1_000);
    fixture.section.set({ nodeMicroseconds: 0 });
    for (const { target } of presses) {
      expect(target?.selectors.length).toBeGreaterThan(0);
      for (const { selector } of target?.selectors ?? [])
        expect([selector, await found(selector)]).toEqual([selector, [target?.element.automationId]]);
    }
  });
});

test.each([1_500, 12_000])('what is under the pointer costs the same in a window of %d elements', async (nodes) => {
  await show(nodes);
  const leaf = leavesOf(nodes)[0]!;
  fixture.section.set({ calls: 0, mostNodes: 0 });
  const hit = await windows.engine.elementAt(placeOf(leaf));
  expect(hit?.element.automationId).toBe(`node${leaf}`);
  expect(fixture.section.read('calls')).toBeLessThanOrEqual(questionsPerHover);
  expect(fixture.section.read('mostNodes')).toBeLessThanOrEqual(fanOut);
});

test('an app that needs long to look through its elements is asked that for a tenth of the time at most', async () => {
  const [nodes, searchMs, atOnceMs] = [12_000, 0.1, 500];
  await record(nodes);
  fixture.section.set({ searched: 0, searchMicroseconds: searchMs * 1_000 });
  const begun = Date.now();
  const leaves = leavesOf(nodes);
  await press(leaves);
  recording.dispose();
  const spentMs = fixture.section.read('searched') * searchMs;
  fixture.section.set({ nodeMicroseconds: 0, searchMicroseconds: 0 });
  // The last search may go beyond what was left.
  expect(spentMs).toBeLessThanOrEqual(atOnceMs + (Date.now() - begun) / 10 + nodes * searchMs);
  expect(spentMs).toBeGreaterThan(0);
  expect(presses.map(({ target }) => target?.element.automationId)).toEqual(leaves.map((leaf) => `node${leaf}`));
  for (const { target } of presses) expect(target?.selectors.length).toBeGreaterThan(0);
});

test('what has neither name nor id is found again by its place, though most of its window was not read', async () => {
  await record(3_000, { wordless: true });
  const leaves = leavesOf(3_000);
  await press(leaves);
  recording.dispose();
  fixture.section.set({ nodeMicroseconds: 0 });
  for (const [index, { target }] of presses.entries()) {
    expect(target?.element.id.endsWith(`.${leaves[index]}`)).toBe(true);
    const [first] = target?.selectors ?? [];
    expect(first?.kind).toBe('path');
    const { matches } = await windows.engine.find({ window: gallery, selector: first!.selector });
    expect(matches.map(({ id }) => id)).toEqual([target?.element.id]);
  }
});
