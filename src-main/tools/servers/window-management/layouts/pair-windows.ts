import { appName, type WindowInfo } from '#contract/model/windows/window';
import type { SavedWindow } from './layout.ts';

export interface Pairing {
  readonly pairs: readonly (readonly [saved: SavedWindow, window: WindowInfo])[];
  readonly missing: readonly { readonly saved: SavedWindow; readonly reason: string }[];
}

type Fits = (saved: SavedWindow, window: WindowInfo) => boolean;

const sameApp: Fits = (saved, window) => saved.app === window.app && saved.class_name === window.className;
/** Handles are used again: it is another window where the process is another. */
const sameWindow: Fits = (saved, window) => saved.handle === window.id && saved.pid === window.processId;
const sameTitle: Fits = (saved, window) => saved.title === window.title && sameApp(saved, window);

/**
 * Which open window each saved one is: the very same, then one of its app with its title, then the only one left of its
 * app, whatever its title says, because titles carry names of documents. Doubt is a miss.
 */
export function pairWindows(saved: readonly SavedWindow[], open: readonly WindowInfo[]): Pairing {
  const paired = new Map<SavedWindow, WindowInfo>();
  const free = new Set(open);
  const pair = (one: SavedWindow, window: WindowInfo | undefined) => {
    if (!window) return;
    paired.set(one, window);
    free.delete(window);
  };
  const unpaired = () => saved.filter((one) => !paired.has(one));
  for (const fits of [sameWindow, sameTitle]) {
    for (const one of unpaired())
      pair(
        one,
        [...free].find((window) => fits(one, window)),
      );
  }
  for (const one of unpaired()) pair(one, lone(one, unpaired(), [...free]));
  return {
    pairs: [...paired],
    missing: unpaired().map((one) => ({ saved: one, reason: reasonFor(one, [...free]) })),
  };
}

function lone(one: SavedWindow, saved: readonly SavedWindow[], free: readonly WindowInfo[]): WindowInfo | undefined {
  const wanted = saved.filter((other) => other.app === one.app && other.class_name === one.class_name);
  const left = free.filter((window) => sameApp(one, window));
  return wanted.length === 1 && left.length === 1 ? left[0] : undefined;
}

function reasonFor(one: SavedWindow, free: readonly WindowInfo[]): string {
  const left = free.filter((window) => sameApp(one, window));
  if (left.length === 0) return 'it is not open';
  return `none of the open windows of ${appName(one.app)} has its title, and it may be any of ${left.length}`;
}
