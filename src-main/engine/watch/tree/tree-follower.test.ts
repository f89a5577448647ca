import type { WindowId } from '#contract/model/windows/window';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import { descend } from '../../backends/fake/element.ts';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';

let desk: FakeEngine;
let window: WindowId;
/** The platform's paint counter. */
let stamp = 1;
let walks = 0;
/** Called for every reading of the tree, before the app answers. */
let onWalk: () => void | Promise<void>;

beforeEach(async () => {
  desk = await createFakeEngine();
  window = (await desk.window('Calculator')).id;
  [stamp, walks, onWalk] = [1, 0, () => undefined];
  const { elements, capture } = desk.backend;
  const walk = elements.walk.bind(elements);
  elements.walk = async (...question) => {
    walks += 1;
    await onWalk();
    return walk(...question);
  };
  capture.painted = () => Promise.resolve(stamp);
});
afterEach(() => desk.engine.close());

/** Like an app that has laid out a change but not painted it. */
function moveSeven(): void {
  const seven = [...descend(desk.backend.desktop.window(window).root)].find(({ name }) => name === '7');
  if (!seven?.place) throw new Error('The calculator has no 7.');
  seven.place = { ...seven.place, x: seven.place.x + 3 };
}

/** Like an app that counts: it reports the value, and paints it. */
function count(): void {
  const [display] = [...descend(desk.backend.desktop.window(window).root)].filter(({ value }) => value !== null);
  if (!display) throw new Error('The calculator shows nothing.');
  display.value = String(Number(display.value) + 1);
  stamp += 1;
}

const follow = (since: number | null, waitMs: number) => desk.engine.followTree({ window, since, waitMs });

test('leaves an app that never settles alone between two looks, however soon the caller asks again', async () => {
  onWalk = count;
  const first = await follow(null, 0);
  const [started, walked] = [performance.now(), walks];
  let { sequence } = first;
  while (sequence < first.sequence + 4) ({ sequence } = await follow(sequence, 1_000));
  expect(walks).toBe(walked + 8);
  // Never sooner, however fast the machine is.
  expect(performance.now() - started).toBeGreaterThanOrEqual(400);
});

test('answers at the end of the wait, though the app may not be queried again before', async () => {
  onWalk = async () => {
    count();
    await sleep(150);
  };
  const first = await follow(null, 0);
  const before = walks;
  expect(await follow(first.sequence, 50)).toMatchObject({ sequence: first.sequence, at: first.at, tree: null });
  expect(walks).toBe(before);
  expect((await follow(first.sequence, 5_000)).sequence).toBe(first.sequence + 1);
});

test('reports a look as settled only once moved elements are painted', async () => {
  const first = await follow(null, 0);
  expect(first.settled).toBe(true);
  moveSeven();
  const early = await follow(first.sequence, 0);
  expect(early.diff?.rows.map(({ name }) => name)).toContain('7');
  expect(early.settled).toBe(false);
  stamp += 1;
  const painted = await follow(early.sequence, 0);
  expect(painted.settled).toBe(true);
  expect(painted.picture).not.toBeNull();
});

test('takes another picture if something is painted after the picture', async () => {
  const first = await follow(null, 0);
  moveSeven();
  // The first reading is done and the picture is being taken when the app paints the change it reported.
  const moved = walks + 2;
  onWalk = () => void (stamp += walks === moved ? 1 : 0);
  expect((await follow(first.sequence, 0)).settled).toBe(true);
  expect(walks).toBe(moved + 1);
});

test('a new picture that looks the same is not a change', async () => {
  const first = await follow(null, 0);
  stamp += 1;
  const again = await follow(first.sequence, 0);
  expect(again).toMatchObject({ sequence: first.sequence, picture: null, settled: true });
  expect(again.at).toBeGreaterThanOrEqual(first.at);
  count();
  expect(await follow(first.sequence, 0)).toMatchObject({ sequence: first.sequence + 1, picture: { scale: 1 } });
});
