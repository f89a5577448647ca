import { expect, it } from 'vitest';
import { labelPlace } from './picture-view.tsx';

const visible = { x: 100, y: 200, width: 800, height: 600 };

it.each([
  ['above its box', { x: 300, y: 400, width: 50, height: 30 }, { top: -20, left: -2 }],
  ['inside where no room is above', { x: 300, y: 205, width: 50, height: 30 }, { top: 0, left: -2 }],
  ['in sight where its box begins outside', { x: 0, y: 0, width: 2000, height: 900 }, { top: 200, left: 100 }],
  ['to the left at the right', { x: 850, y: 400, width: 40, height: 30 }, { top: -20, right: -2 }],
  ['in sight where its box ends outside', { x: 850, y: 400, width: 100, height: 30 }, { top: -20, right: 50 }],
])('has a label %s', (_, box, place) => expect(labelPlace(box, visible)).toEqual(place));
