import { disposable } from '../../base/async/disposable.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, PartProvider } from '../backend.ts';
import type { Receipts } from './receipts.ts';

/**
 * The same elements, read once the app has taken the input that we sent it: questions reach an app on another way than
 * keys do, and overtake them where it is busy.
 */
export function readingAfterInput(elements: ElementProvider, receipts: Receipts): ElementProvider {
  const settled: Settled = async (window, read) => {
    await receipts.settled(window);
    return read();
  };
  return {
    walk: (window, from, budget) => settled(window, () => elements.walk(window, from, budget)),
    children: (window, ...asked) => settled(window, () => elements.children(window, ...asked)),
    ancestors: (window, ...asked) => settled(window, () => elements.ancestors(window, ...asked)),
    details: (window, ...asked) => settled(window, () => elements.details(window, ...asked)),
    hitTest: (window, ...asked) => settled(window, () => elements.hitTest(window, ...asked)),
    pressed: (window, ...asked) => settled(window, () => elements.pressed(window, ...asked)),
    focused: (window, ...asked) => settled(window, () => elements.focused(window, ...asked)),
    focus: (window, ...asked) => settled(window, () => elements.focus(window, ...asked)),
    run: (window, ...asked) => settled(window, () => elements.run(window, ...asked)),
    cell: (window, ...asked) => settled(window, () => elements.cell(window, ...asked)),
    ...(elements.rowNow && {
      rowNow: (window, id, ...asked) =>
        settled(window, async () => elements.rowNow?.(window, id, ...asked) ?? elements.details(window, id)),
    }),
    ...(elements.childrenIn && {
      childrenIn: (window, ...asked) =>
        settled(window, async () => (await elements.childrenIn?.(window, ...asked)) ?? null),
    }),
    ...(elements.parts && { parts: partsAfterInput(elements.parts, settled) }),
    ...(elements.matching && {
      matching: (window, from, words, signal) =>
        settled(window, async () => (await elements.matching?.(window, from, words, signal)) ?? null),
    }),
    ...(elements.toldAtOnce && {
      toldAtOnce: (window, ...asked) =>
        settled(window, async () => (await elements.toldAtOnce?.(window, ...asked)) ?? null),
    }),
    ...(elements.openMenus && {
      openMenus: (window, ...asked) =>
        settled(window, async () => (await elements.openMenus?.(window, ...asked)) ?? []),
    }),
    // Asked while the button is down, of which the app has not said yet that it took it.
    ...(elements.isPressed && { isPressed: (...asked) => elements.isPressed?.(...asked) ?? Promise.resolve(null) }),
    ...(elements.onlyFocused && {
      onlyFocused: (window, ...asked) =>
        settled(window, async () => (await elements.onlyFocused?.(window, ...asked)) ?? null),
    }),
    ...(elements.events && {
      events: async (window, received) => (await elements.events?.(window, received)) ?? disposable(() => undefined),
    }),
    ...(elements.watch && {
      watch: (window, changed) => elements.watch?.(window, changed) ?? disposable(() => undefined),
    }),
  };
}

type Settled = <T>(window: WindowInfo, read: () => Promise<T>) => Promise<T>;

function partsAfterInput(parts: PartProvider, settled: Settled): PartProvider {
  return {
    path: (window, of) => settled(window, () => parts.path(window, of)),
    details: (window, id) => settled(window, () => parts.details(window, id)),
    around: (window, at, budget) => settled(window, () => parts.around(window, at, budget)),
    indices: (window, id) => settled(window, () => parts.indices(window, id)),
    isOnly: (window, from, node, words) => settled(window, () => parts.isOnly(window, from, node, words)),
  };
}
