import { expect, it } from 'vitest';
import type { ControlType, TreeNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import { insideOf, isFace, itemsShown } from './drop-down-parts.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

function node(controlType: ControlType, name: string, bounds: Rect, children: readonly TreeNode[] = []): TreeNode {
  const rest = { role: '', automationId: '', description: '', value: null, states: ['visible' as const] };
  return { id: name as TreeNode['id'], controlType, name, bounds, children, childCount: children.length, ...rest };
}

const option = (name: string, y: number) =>
  node('ListItem', '', rect(400, y, 120, 34), [node('Text', name, rect(400, y, 60, 16))]);
const face = node('List', '', rect(360, 14, 80, 20), [
  node('ListItem', '', rect(360, 14, 80, 20), [node('Text', '5 minutes', rect(360, 14, 67, 16))]),
]);
const title = node('Text', 'Ring Duration', rect(12, 14, 340, 16));
const row = (...open: readonly TreeNode[]) =>
  node('ComboBox', 'Ring Duration', rect(0, 0, 470, 55), [title, face, ...open]);

it('distinguishes the selected option in a row of libadwaita from its options', () => {
  const closed = insideOf(row());
  expect(
    closed
      .filter(isFace)
      .map(({ node }) => node.name)
      .filter(Boolean),
  ).toEqual(['5 minutes']);
  expect(itemsShown(closed)).toEqual([]);
  const open = insideOf(
    row(node('List', '', rect(380, 60, 140, 216), [option('1 minute', 70), option('5 minutes', 104)])),
  );
  expect(itemsShown(open)).toHaveLength(2);
});

it('treats a lone option of an open list as an option', () => {
  const open = insideOf(row(node('List', '', rect(380, 60, 140, 40), [option('1 minute', 64)])));
  expect(itemsShown(open)).toHaveLength(1);
});
