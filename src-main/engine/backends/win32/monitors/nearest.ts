import type { Point } from '#contract/model/geometry';
import { declare } from '../native/library.ts';
import type { Handle, NativePoint } from '../native/types.ts';
import { getMonitorInfo, monitorInfoSize, type MonitorInfo } from './api.ts';

const monitorFromPoint = declare<(at: NativePoint, otherwise: number) => Handle>(
  'user32',
  'HMONITOR MonitorFromPoint(POINT at, uint32 otherwise)',
);
/** `MONITOR_DEFAULTTONULL` and `MONITOR_DEFAULTTONEAREST`. */
const [none, nearest] = [0, 2] as const;

/** Where the pointer stops that is pushed to a point beyond the edge: on the nearest pixel of a monitor. */
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
