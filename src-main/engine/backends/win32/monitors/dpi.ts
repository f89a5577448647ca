import { hasFunction } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import {
  getAwarenessFromDpiAwarenessContext,
  getThreadDpiAwarenessContext,
  getWindowDpiAwarenessContext,
  setProcessDpiAware,
  setProcessDpiAwareness,
  setProcessDpiAwarenessContext,
  setThreadDpiAwarenessContext,
} from './api.ts';

/** `DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2`: https://learn.microsoft.com/windows/win32/hidpi/dpi-awareness-context */
const perMonitorV2 = -4;
/** `PROCESS_PER_MONITOR_DPI_AWARE`, and `DPI_AWARENESS_PER_MONITOR_AWARE`: windef.h, shellscalingapi.h. */
const perMonitor = 2;

/**
 * Makes every coordinate of this process a physical pixel, whatever Windows scales. To be called before anything asks
 * for a place. A program whose manifest says so, as Electron's does, has it already and is refused.
 */
export function usePhysicalPixels(): void {
  if (hasFunction('user32', 'SetProcessDpiAwarenessContext')) setProcessDpiAwarenessContext(perMonitorV2);
  else if (hasFunction('shcore', 'SetProcessDpiAwareness')) setProcessDpiAwareness(perMonitor);
  else setProcessDpiAware();
}

/** False where Windows scales places on some monitors before it tells them. */
export function hasPhysicalPixels(): boolean {
  if (!hasFunction('user32', 'GetThreadDpiAwarenessContext')) return true;
  return getAwarenessFromDpiAwarenessContext(getThreadDpiAwarenessContext()) === perMonitor;
}

/** Runs `work` while this thread is told places and sizes as the window's program is: unscaled where Windows scales for it. */
export function asToldTo<T>(window: Hwnd, work: () => T): T {
  if (!hasFunction('user32', 'GetWindowDpiAwarenessContext')) return work();
  const before = setThreadDpiAwarenessContext(getWindowDpiAwarenessContext(window));
  try {
    return work();
  } finally {
    if (before !== 0) setThreadDpiAwarenessContext(before);
  }
}
