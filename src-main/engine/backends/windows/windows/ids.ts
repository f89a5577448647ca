import type { WindowId } from '#contract/model/window';
import type { Hwnd } from '../native/types.ts';

export function formatWindowId(window: Hwnd): WindowId {
  return `0x${window.toString(16)}`;
}

export function parseWindowId(id: WindowId): Hwnd {
  return Number.parseInt(id, 16);
}
