import { expect, it } from 'vitest';
import { node } from '../testing/node.ts';
import { isView } from './view.ts';

const place = { bounds: { x: 0, y: 0, width: 120, height: 100 } };

it.each([
  ['a picture', { ...node('Image', 'Map'), ...place }, true],
  ['a picture without a name that its toolkit calls an icon', { ...node('Image', ''), role: 'icon', ...place }, true],
  ['a file in a folder', { ...node('Image', 'a.txt'), role: 'icon', ...place }, false],
])('%s', (_, element, wanted) => expect(isView(element)).toBe(wanted));
