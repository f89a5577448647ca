import type { WindowId } from '#contract/model/windows/window';
import { expect, test } from 'vitest';
import type { ElementNode } from '#contract/model/elements/element';
import type { TreeLook } from '#contract/model/elements/tree-look';
import { elementOf, windowOf, appears, type Desk } from '../desk.ts';

/** Generous for a busy machine; nothing is measured here. */
const followTimeoutMs = 20_000;

export function followingContract(desk: () => Desk): void {
  const calculator = () => windowOf(desk(), desk().calculator.title);

  test('the first look reports everything, and the next nothing while nothing happens', async () => {
    const { engine } = desk();
    const window = await calculator();
    const first = await atRest(desk(), window.id);
    const whole = await engine.followTree({ window: window.id, view: 'control', since: null, waitMs: 0 });
    expect(whole.tree).toEqual((await engine.tree({ window: window.id, view: 'control' })).root);
    expect(whole.picture?.bounds).toEqual(window.bounds);
    expect(whole.window.id).toBe(window.id);
    const next = await engine.followTree({ window: window.id, view: 'control', since: first.sequence, waitMs: 0 });
    expect(next).toMatchObject({ sequence: first.sequence, tree: null, diff: null, picture: null, settled: true });
    expect(next.at).toBeGreaterThanOrEqual(first.at);
  });

  test('what changes is reported by the elements that differ, with a new picture', async () => {
    const { engine, checkBox } = desk();
    const window = await windowOf(desk(), checkBox.title);
    // Of a window that may be animated and so never settles.
    const first = await engine.followTree({ window: window.id, view: 'control', since: null, waitMs: 0 });
    const box = await elementOf(desk(), checkBox);
    const toggle = () => engine.runPattern({ element: box.id, call: { pattern: 'toggle' } });
    await toggle();
    try {
      const isOther = ({ states }: ElementNode) => states.includes('checked') !== box.states.includes('checked');
      const look = await lookThat(desk(), first, ({ diff }) =>
        Boolean(diff?.rows.some((row) => row.id === box.id && isOther(row))),
      );
      expect(look.picture?.bytes.length).toBeGreaterThan(100);
    } finally {
      await toggle();
    }
  });

  test('a window that is closed is followed no longer', async () => {
    const { engine } = desk();
    const opened = await desk().open();
    const window = (await appears(desk(), opened.title)).id;
    const first = await engine.followTree({ window, since: null, waitMs: 0 });
    const following = untilRefused(desk(), window, first);
    await opened.close();
    expect(await following).toMatchObject({ code: 'window_not_found' });
  });
}

/** The look after which nothing changes. */
async function atRest({ engine }: Desk, window: WindowId): Promise<TreeLook> {
  let look = await engine.followTree({ window, view: 'control', since: null, waitMs: 0 });
  for (let before = -1; before !== look.sequence;) {
    before = look.sequence;
    look = await engine.followTree({ window, view: 'control', since: before, waitMs: 600 });
  }
  return look;
}

/** The first look that fulfils a condition; all before it must contain only differences. */
async function lookThat(
  { engine }: Desk,
  { window, sequence }: TreeLook,
  isTrue: (look: TreeLook) => boolean,
): Promise<TreeLook> {
  const end = Date.now() + followTimeoutMs;
  let look: TreeLook;
  let since = sequence;
  do {
    look = await engine.followTree({ window: window.id, view: 'control', since, waitMs: 1_000 });
    expect(look.tree).toBeNull();
    since = look.sequence;
  } while (!isTrue(look) && Date.now() < end);
  expect(isTrue(look), 'no look told the change').toBe(true);
  return look;
}

async function untilRefused({ engine }: Desk, window: WindowId, first: TreeLook): Promise<unknown> {
  let since = first.sequence;
  const end = Date.now() + 30_000;
  try {
    while (Date.now() < end) since = (await engine.followTree({ window, since, waitMs: 500 })).sequence;
    return null;
  } catch (error) {
    return error;
  }
}
