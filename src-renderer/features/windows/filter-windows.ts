import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { WindowsState } from './store.ts';

/** Windows with every word of the filter in title, app or pid, ignoring case. */
export function filterWindows(windows: readonly WindowInfo[], filter: string): readonly WindowInfo[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return windows;
  return windows.filter((window) => {
    const text = `${window.title} ${window.app} ${window.processId}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function findWindow(state: WindowsState, id: WindowId | null): WindowInfo | null {
  return state.snapshot?.items.find((window) => window.id === id) ?? null;
}

export function selectedWindow(state: WindowsState): WindowInfo | null {
  return findWindow(state, state.selected);
}
