import type { WindowId } from '#contract/model/windows/window';
import { toHwnd, type Hwnd } from './types.ts';

export function formatWindowId(window: Hwnd): WindowId {
  return `0x${(window >>> 0).toString(16)}`;
}

export function parseWindowId(id: WindowId): Hwnd {
  return toHwnd(Number.parseInt(id, 16));
}
