import type { Monitor } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import { hasFunction } from '../native/library.ts';
import { toRect, type Handle } from '../native/types.ts';
import { enumDisplayMonitors, getDpiForMonitor, getMonitorInfo, monitorInfoSize, type MonitorInfo } from './api.ts';

/** `MONITORINFOF_PRIMARY` and `MDT_EFFECTIVE_DPI`. */
const primaryFlag = 1;
const effectiveDpi = 0;
/** What Windows calls 100 %. */
const unscaledDpi = 96;

export interface NativeMonitor extends Monitor {
  /** What task bars leave of it. */
  readonly workArea: Rect;
}

/** The primary one first, then from left to right. */
export function listMonitors(): readonly NativeMonitor[] {
  const handles: Handle[] = [];
  enumDisplayMonitors(0, null, (monitor) => handles.push(monitor), 0);
  return handles
    .flatMap(readMonitor)
    .sort((a, b) => Number(b.primary) - Number(a.primary) || a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y)
    .map((monitor, index) => ({ ...monitor, index }));
}

/** Empty for one that was just unplugged. */
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
