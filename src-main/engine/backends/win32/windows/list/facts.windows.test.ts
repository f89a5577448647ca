import { expect, test } from 'vitest';
import { contains } from '#contract/model/geometry';
import { createWindow, destroyWindow } from '../../highlight/api.ts';
import { styles } from '../../native/constants.ts';
import { contentBoundsOf, outerRectOf } from './facts.ts';

/** `WS_EX_LAYOUTRTL`, as of Hebrew and Arabic windows. */
const mirrored = 0x00400000;

test.each([0, mirrored])('the content of a window is inside it, in either layout direction: %i', (exStyle) => {
  const window = createWindow(exStyle, 'Static', null, styles.caption, 200, 150, 300, 200, 0, 0, 0, 0);
  const [outer, content] = [outerRectOf(window)!, contentBoundsOf(window)!];
  expect(contains(outer, content)).toBe(true);
  expect(contains(outer, { x: content.x + content.width - 1, y: content.y + content.height - 1 })).toBe(true);
  destroyWindow(window);
});
