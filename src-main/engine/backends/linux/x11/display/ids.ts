import type { WindowId } from '#contract/model/windows/window';

export function formatWindowId(window: number): WindowId {
  return `0x${window.toString(16)}`;
}

export function parseWindowId(id: WindowId): number {
  return Number.parseInt(id, 16);
}
