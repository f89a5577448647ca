import { expect, test } from 'vitest';
import type { RawNode } from '../backend.ts';
import { node } from '../testing/node.ts';
import { pathTo } from '../tree/walk.ts';
import { actionableOf } from './actionable.ts';

const focusable = (raw: RawNode): RawNode => ({ ...raw, states: [...raw.states, 'focusable'] });

const selectable = (raw: RawNode): RawNode => ({ ...raw, states: [...raw.states, 'selectable'] });

const placed = (raw: RawNode): RawNode => ({ ...raw, bounds: { x: 0, y: 0, width: 80, height: 30 } });
const boxed = (...parts: RawNode[]) => placed(node('Button', 'Basic', [placed(node('Pane', '', parts))]));
const described = (raw: RawNode): RawNode => ({ ...raw, description: 'Mode selection' });

test.each<[string, RawNode, string, string]>([
  ['the label in a box in a button', boxed(node('Text', 'Basic')), '0/0', ''],
  ['the arrow in a box in a button', boxed(placed(node('Pane', ''))), '0/0', ''],
  [
    'the box in a button in a described one',
    described(placed(node('Button', '', [boxed(node('Text', 'Basic'))]))),
    '0/0/0',
    '',
  ],
  ['a button in one without a description', placed(node('Button', '', [boxed()])), '0/0', '0'],
  [
    'a label in a box in a row',
    placed(node('ListItem', 'Pear', [placed(node('Group', '', [node('Text', '3')]))])),
    '0/0',
    '0/0',
  ],
  ['the label in a button', node('Button', 'OK', [node('Text', 'OK')]), '0', ''],
  [
    'the label in a button of Kirigami, which takes the focus',
    node('Button', 'OK', [focusable(node('Text', 'OK'))]),
    '0',
    '',
  ],
  ['a text in a row that takes the focus', node('ListItem', 'Pear', [focusable(node('Text', 'more'))]), '0', '0'],
  ['a text on its own that takes the focus', node('Group', '', [focusable(node('Text', 'OK'))]), '0', '0'],
  ['the icon in a pane in a menu item', node('MenuItem', 'File', [node('Custom', '', [node('Image', '')])]), '0/0', ''],
  ['a label among others', node('Group', 'Size', [node('Text', 'Small')]), '0', '0'],
  ['a label in a list that takes the focus', focusable(node('List', 'Fruit', [node('Text', 'Pear')])), '0', '0'],
  ['the empty part of a list', focusable(node('List', 'Fruit')), '', ''],
  ['a cell in a row', node('ListItem', 'Pear', [node('Text', '3 kg')]), '0', ''],
  ['a shape of a drawing', node('Document', 'Drawing', [selectable(node('Pane', 'blue'))]), '0', '0'],
  [
    'a shape in a group of a drawing',
    node('Document', 'Drawing', [selectable(node('Pane', 'Group', [selectable(node('Pane', 'blue'))]))]),
    '0/0',
    '0',
  ],
  ['a part of a page', node('Document', 'Page', [node('Pane', 'Part')]), '0', ''],
  ['a drawing that takes the focus', node('Pane', '', [focusable(node('Custom', 'Canvas'))]), '0', '0'],
])('a press on %s', (_, root, pressed, intended) => {
  expect(actionableOf(pathTo(root, pressed) ?? [])?.runtimeId).toBe(intended);
});
