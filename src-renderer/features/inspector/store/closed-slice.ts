import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo, WindowId } from '#contract/model/windows/window';
import type { ApiClient } from '#contract/api';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import type { RankedSelector, SelectorKind } from '#contract/model/elements/selector';
import type { ClosedSlice, Slice, SurvivedSelector } from './state.ts';

export const open = { closedAt: null, returned: null, survival: null } as const;

export const closedSlice: Slice<ClosedSlice> =
  ({ client, notify, report }) =>
  (set, get) => {
    /** Opens the window, finds the selected element in it, and tries all its selectors there. */
    const tryIn = async (window: WindowInfo): Promise<void> => {
      const { selectors, details } = get();
      await get().open(window);
      if (!details || !selectors) return;
      const isShown = () => get().window?.id === window.id;
      try {
        const found = await findAgain(client, window.id, details, selectors);
        if (!isShown()) return;
        if (!found) {
          notify(`No selector finds ${describeElement(details)} again.`);
          return;
        }
        await get().reveal(found.id);
        const tried = await Promise.all(selectors.map((each) => tryAgain(client, window.id, found, each)));
        if (isShown()) set({ survival: { element: found.id, selectors: tried } });
      } catch (error) {
        report(error);
      }
    };

    return {
      ...open,

      close() {
        if (get().window === null || get().closedAt !== null) return;
        set({ closedAt: Date.now(), marked: null, liveError: null });
        get().outlineBox(null);
      },

      offer: (returned) => set({ returned }),

      async resume() {
        const { returned } = get();
        if (returned) await tryIn(returned);
      },

      async tryElsewhere() {
        const { window } = get();
        if (!window) return;
        try {
          const { items } = await client['windows.list']({});
          const other = comeBack(
            window,
            items.filter(({ id }) => id !== window.id),
          );
          if (other) await tryIn(other);
          else
            throw new AppError('window_not_found', `${quoted(window.app)} has no other window of this kind.`, {
              hint: 'Start it once more with another document, language, theme or size.',
            });
        } catch (error) {
          report(error);
        }
      },
    };
  };

async function tryAgain(
  client: Pick<ApiClient, 'element.find'>,
  window: WindowId,
  { id }: ElementNode,
  { selector, grade }: RankedSelector,
): Promise<SurvivedSelector> {
  const { matches, total } = await client['element.find']({ window, selector });
  return { selector, grade, matches: total, survived: total === 1 && matches[0]?.id === id };
}

/** The window that replaces a closed one: of the same app and class, preferably with the same title. */
export function comeBack(
  closed: Pick<WindowInfo, 'app' | 'className' | 'title'>,
  windows: readonly WindowInfo[],
): WindowInfo | null {
  const alike = windows.filter(({ app, className }) => app === closed.app && className === closed.className);
  return alike.find(({ title }) => title === closed.title) ?? alike[0] ?? null;
}

/** These report where an element was, not which: after a change another may be there. */
const placeKinds: ReadonlySet<SelectorKind> = new Set(['neighbour', 'ordinal', 'path']);

/** The only match of the best selector, if it is of the same kind; else null. */
export async function findAgain(
  client: Pick<ApiClient, 'element.find'>,
  window: WindowId,
  { controlType }: Pick<ElementNode, 'controlType'>,
  selectors: readonly RankedSelector[],
): Promise<ElementNode | null> {
  for (const { selector } of selectors.filter(({ kind }) => !placeKinds.has(kind))) {
    const { matches, total } = await client['element.find']({ window, selector });
    const [only] = matches;
    if (total === 1 && only?.controlType === controlType) return only;
  }
  return null;
}
