import type { Rect } from '#contract/model/geometry';
import { getSystemMetrics } from '../native/metrics.ts';

/** `SM_XVIRTUALSCREEN` and the three after it: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics */
const [left, top, width, height] = [76, 77, 78, 79] as const;

/** The smallest rectangle around all monitors. */
export function virtualScreen(): Rect {
  return {
    x: getSystemMetrics(left),
    y: getSystemMetrics(top),
    width: getSystemMetrics(width),
    height: getSystemMetrics(height),
  };
}
