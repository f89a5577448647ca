import { expect, it } from 'vitest';
import { node } from '../testing/node.ts';
import { isView, isViewAt } from './view.ts';

const place = { bounds: { x: 0, y: 0, width: 120, height: 100 } };

it.each([
  ['a picture', { ...node('Image', 'Map'), ...place }, true],
  ['a picture without a name that its toolkit calls an icon', { ...node('Image', ''), role: 'icon', ...place }, true],
  ['a file in a folder', { ...node('Image', 'a.txt'), role: 'icon', ...place }, false],
])('%s', (_, element, wanted) => expect(isView(element)).toBe(wanted));

it.each([
  ['the picture of a named item', node('DataItem', 'a.txt'), false],
  ['the picture of an item without a name', node('DataItem', ''), true],
  ['a picture in a pane', node('Pane', 'Photos'), true],
])('%s', (_, around, wanted) => {
  const picture = { ...node('Image', ''), ...place };
  expect(isViewAt([node('Window', 'Files'), around, picture])).toBe(wanted);
});
