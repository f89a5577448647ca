import { expect, it } from 'vitest';
import type { RawNode } from '../../backend.ts';
import { node } from '../../testing/node.ts';
import { pathTo } from '../../tree/walk.ts';
import { nowhere, type Found } from '../found.ts';
import { pressedOn } from './pressed-on.ts';

const bounds = { x: 0, y: 0, width: 200, height: 100 };
const placed = (raw: RawNode): RawNode => ({ ...raw, bounds });
const popover = node('Pane', '', [placed(node('Button', 'Show'))]);
const root = placed(node('Window', 'Pictures', [node('Pane', '', [placed(node('Image', ''))]), popover]));
const at = { x: 20, y: 20 };

function found(runtimeId: string, tree = root): Found {
  const path = pathTo(tree, runtimeId) ?? [];
  const last = path.at(-1) ?? null;
  // Only whether there is a target counts.
  return { ...nowhere, path, node: last, target: last && ({ element: last, selectors: [] } as never) };
}
const nameOf = async (before: Found, now: Found, isUntouched = true) => {
  const known = { found: Promise.resolve(before), known: true, fresh: false, isUntouched };
  const pressed = await pressedOn(known, at, () => Promise.resolve(now)).found;
  return `${pressed.node?.controlType ?? 'nothing'} ${pressed.node?.name ?? ''}`.trim();
};

it('is the entry that covered the picture, if the press turned the page of its popover', async () => {
  expect(await nameOf(found('1/0'), found('0/0'))).toBe('Button Show');
});

it('is nothing below an unreadable menu that the press closed', async () => {
  expect(await nameOf({ ...nowhere, isUnderPopup: true }, found('0/0'))).toBe('nothing');
  expect(await nameOf({ ...nowhere, isUnderPopup: true }, found('0/0'), false)).toBe('Image');
});

it("is the app's current answer if there was input since, and the element is new", async () => {
  expect(await nameOf(found('1/0'), found('0/0'), false)).toBe('Image');
  const later = placed(
    node('Window', 'Pictures', [node('Pane', '', [placed(node('Image', '')), placed(node('Button', 'New'))])]),
  );
  expect(await nameOf(found('0/0'), found('0/1', later))).toBe('Button New');
});
