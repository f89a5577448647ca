import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { CompositorWindow } from '../compositor.ts';

/** Ids of X windows have 32 bits, those of others more. */
const xIds = 2 ** 32;

type OfX = Pick<WindowInfo, 'id' | 'processId' | 'title' | 'className'>;

/** An X window without its id there, as KWin 6 tells it. */
export function isUnnamed({ isX, id }: Pick<CompositorWindow, 'isX' | 'id'>): boolean {
  return isX && Number(id) >= xIds;
}

/**
 * With the ids that the X server has for them: of windows of their process those with their title, else with their class; of several
 * the topmost. What the server does not list stays as it is, as a window without an X side.
 * @param ofX topmost first, as `windows`
 */
export function namedByX(windows: readonly CompositorWindow[], ofX: readonly OfX[]): readonly CompositorWindow[] {
  const taken = new Set<WindowId>(windows.filter((window) => !isUnnamed(window)).map(({ id }) => id));
  const take = (window: CompositorWindow, isSame: (x: OfX) => boolean): WindowId | undefined => {
    const found = ofX.find((x) => !taken.has(x.id) && x.processId === window.processId && isSame(x))?.id;
    if (found) taken.add(found);
    return found;
  };
  const byTitle = windows.map((window) =>
    isUnnamed(window) ? take(window, ({ title }) => title === window.title) : null,
  );
  return windows.map((window, i) => {
    if (!isUnnamed(window)) return window;
    const id = byTitle[i] ?? take(window, ({ className }) => sameClass(className, window.className));
    return id ? { ...window, id } : { ...window, isX: false };
  });
}

/** KWin writes it in small letters. */
function sameClass(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
