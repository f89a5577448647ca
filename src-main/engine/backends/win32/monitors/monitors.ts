import type { Monitor } from '#contract/model/engine';
import type { Rect, Point } from '#contract/model/geometry';
import { hasFunction, declare } from '../native/library.ts';
import { toRect, type Handle, type NativePoint, type Hwnd } from '../native/types.ts';
import { getSystemMetrics } from '../native/constants.ts';
import {
  enumDisplayMonitors,
  getDpiForMonitor,
  getMonitorInfo,
  monitorInfoSize,
  type MonitorInfo,
  getAwarenessFromDpiAwarenessContext,
  getThreadDpiAwarenessContext,
  getWindowDpiAwarenessContext,
  setProcessDpiAware,
  setProcessDpiAwareness,
  setProcessDpiAwarenessContext,
  setThreadDpiAwarenessContext,
} from './api.ts';

/** `MONITORINFOF_PRIMARY` and `MDT_EFFECTIVE_DPI`. */
const primaryFlag = 1;
const effectiveDpi = 0;
/** The DPI of 100 % scale. */
const unscaledDpi = 96;

export interface NativeMonitor extends Monitor {
  /** Excludes task bars. */
  readonly workArea: Rect;
}

/** Primary first, then from left to right. */
export function listMonitors(): readonly NativeMonitor[] {
  const handles: Handle[] = [];
  enumDisplayMonitors(0, null, (monitor) => handles.push(monitor), 0);
  return handles
    .flatMap(readMonitor)
    .sort((a, b) => Number(b.primary) - Number(a.primary) || a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y)
    .map((monitor, index) => ({ ...monitor, index }));
}

/** Empty for a monitor that was just unplugged. */
function readMonitor(handle: Handle): readonly Omit<NativeMonitor, 'index'>[] {
  const record = { size: monitorInfoSize };
  if (getMonitorInfo(handle, record) === 0) return [];
  const info = record as unknown as MonitorInfo;
  return [
    {
      name: info.device.replace(/^\\\\\.\\/, ''),
      bounds: toRect(info.monitor),
      workArea: toRect(info.work),
      primary: (info.flags & primaryFlag) !== 0,
      scale: dpiOf(handle) / unscaledDpi,
    },
  ];
}

function dpiOf(handle: Handle): number {
  const [x, y]: [[number], [number]] = [[unscaledDpi], [unscaledDpi]];
  if (hasFunction('shcore', 'GetDpiForMonitor')) getDpiForMonitor(handle, effectiveDpi, x, y);
  return x[0];
}

const monitorFromPoint = declare<(at: NativePoint, otherwise: number) => Handle>(
  'user32',
  'HMONITOR MonitorFromPoint(POINT at, uint32 otherwise)',
);

/** `MONITOR_DEFAULTTONULL` and `MONITOR_DEFAULTTONEAREST`. */
const [none, nearest] = [0, 2] as const;

/** Where a pointer moved beyond the edge stops: on the nearest pixel of a monitor. */
export function nearestOnScreen(at: Point): Point {
  if (monitorFromPoint(at, none) !== 0) return at;
  const record = { size: monitorInfoSize };
  if (getMonitorInfo(monitorFromPoint(at, nearest), record) === 0) return at;
  const { left, top, right, bottom } = (record as unknown as MonitorInfo).monitor;
  return { x: clamp(at.x, left, right - 1), y: clamp(at.y, top, bottom - 1) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** `SM_XVIRTUALSCREEN` and the three after it: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics */
const [left, top, width, height] = [76, 77, 78, 79] as const;

/** The bounding box of all monitors. */
export function virtualScreen(): Rect {
  return {
    x: getSystemMetrics(left),
    y: getSystemMetrics(top),
    width: getSystemMetrics(width),
    height: getSystemMetrics(height),
  };
}

/** `DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2`: https://learn.microsoft.com/windows/win32/hidpi/dpi-awareness-context */
const perMonitorV2 = -4;

/** `PROCESS_PER_MONITOR_DPI_AWARE`, and `DPI_AWARENESS_PER_MONITOR_AWARE`: windef.h, shellscalingapi.h. */
const perMonitor = 2;

/**
 * Makes all coordinates of this process physical pixels, whatever Windows scales. Must be called before any position is read. A
 * program whose manifest sets it, such as Electron, has it already and is refused.
 */
export function usePhysicalPixels(): void {
  if (hasFunction('user32', 'SetProcessDpiAwarenessContext')) setProcessDpiAwarenessContext(perMonitorV2);
  else if (hasFunction('shcore', 'SetProcessDpiAwareness')) setProcessDpiAwareness(perMonitor);
  else setProcessDpiAware();
}

/** False if Windows scales reported positions on some monitors. */
export function hasPhysicalPixels(): boolean {
  if (!hasFunction('user32', 'GetThreadDpiAwarenessContext')) return true;
  return getAwarenessFromDpiAwarenessContext(getThreadDpiAwarenessContext()) === perMonitor;
}

/** Runs `work` with the DPI awareness of the window's program, whose coordinates are unscaled if Windows scales it. */
export function inDpiContextOf<T>(window: Hwnd, work: () => T): T {
  if (!hasFunction('user32', 'GetWindowDpiAwarenessContext')) return work();
  const before = setThreadDpiAwarenessContext(getWindowDpiAwarenessContext(window));
  try {
    return work();
  } finally {
    if (before !== 0) setThreadDpiAwarenessContext(before);
  }
}
