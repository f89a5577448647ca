import type { WindowInfo } from '#contract/model/windows/window';

/** Of these windows the one that is what a closed one was: of the same app and class, best with the same title. */
export function comeBack(closed: WindowInfo, windows: readonly WindowInfo[]): WindowInfo | null {
  const alike = windows.filter(({ app, className }) => app === closed.app && className === closed.className);
  return alike.find(({ title }) => title === closed.title) ?? alike[0] ?? null;
}
