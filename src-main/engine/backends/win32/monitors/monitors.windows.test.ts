import { expect, test } from 'vitest';
import { createWindow, destroyWindow } from '../highlight/api.ts';
import { styles } from '../native/constants.ts';
import { getWindowDpiAwarenessContext, setThreadDpiAwarenessContext } from './api.ts';
import { inDpiContextOf, hasPhysicalPixels, usePhysicalPixels } from './monitors.ts';

/** `DPI_AWARENESS_CONTEXT_UNAWARE`. */
const unaware = -1;

test('positions are physical pixels, or temporarily those of a DPI-unaware program', () => {
  usePhysicalPixels();
  expect(hasPhysicalPixels()).toBe(true);
  const before = setThreadDpiAwarenessContext(unaware);
  const window = createWindow(0, 'Static', null, styles.popup, 0, 0, 10, 10, 0, 0, 0, 0);
  setThreadDpiAwarenessContext(before);
  expect(getWindowDpiAwarenessContext(window)).not.toBe(0);
  expect(inDpiContextOf(window, hasPhysicalPixels)).toBe(false);
  expect(hasPhysicalPixels()).toBe(true);
  destroyWindow(window);
  expect(inDpiContextOf(window, hasPhysicalPixels)).toBe(true);
});
