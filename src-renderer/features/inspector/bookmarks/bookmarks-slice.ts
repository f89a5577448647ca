import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { type Bookmark, bookmarks as schema, mostBookmarks } from '#contract/model/elements/bookmark';
import { describeElement } from '#contract/model/elements/element';
import { comeBack } from '../store/closed-slice.ts';
import type { Slice } from '../store/state.ts';

/** Elements to return to. */
export interface BookmarksSlice {
  /** The newest first. */
  readonly bookmarks: readonly Bookmark[];
  readonly bookmarksOpen: boolean;
  readonly chosenBookmark: string | null;
  readonly showBookmarks: (open: boolean) => void;
  readonly chooseBookmark: (id: string | null) => void;
  /** Bookmarks the selected element by its best selector. */
  readonly addBookmark: () => void;
  readonly removeBookmark: (id: string) => void;
  /** Shows the element in the window that has it now. */
  readonly goToBookmark: (id: string) => Promise<void>;
}

const key = 'bookmarks';

export const bookmarksSlice: Slice<BookmarksSlice> =
  ({ client, notify, report }) =>
  (set, get) => {
    const keep = (bookmarks: readonly Bookmark[]) => {
      set({ bookmarks });
      localStorage.setItem(key, JSON.stringify(bookmarks));
    };
    return {
      bookmarks: keptBookmarks(),
      bookmarksOpen: false,
      chosenBookmark: null,

      showBookmarks: (bookmarksOpen) => set({ bookmarksOpen, chosenBookmark: get().bookmarks[0]?.id ?? null }),
      chooseBookmark: (chosenBookmark) => set({ chosenBookmark }),

      addBookmark() {
        const { details, selectors, window } = get();
        const selector = selectors?.[0]?.selector;
        if (!details || !window || selector === undefined) return;
        const { title, app, className } = window;
        const added = {
          id: JSON.stringify([app, className, title, selector]),
          title: describeElement(details),
          selector,
          window: { title, app, className },
        };
        keep([added, ...get().bookmarks.filter(({ id }) => id !== added.id)].slice(0, mostBookmarks));
        notify(`Bookmarked ${added.title}.`);
      },

      removeBookmark(id) {
        const { bookmarks, chosenBookmark } = get();
        const at = bookmarks.findIndex((one) => one.id === id);
        const left = bookmarks.filter((one) => one.id !== id);
        keep(left);
        if (chosenBookmark === id) set({ chosenBookmark: (left[at] ?? left.at(-1))?.id ?? null });
      },

      async goToBookmark(id) {
        const wanted = get().bookmarks.find((one) => one.id === id);
        if (!wanted) return;
        set({ bookmarksOpen: false });
        try {
          const { items } = await client['windows.list']({});
          const window = comeBack(wanted.window, items);
          if (!window)
            throw new AppError('window_not_found', `No window of ${quoted(wanted.window.app)} is open.`, {
              hint: 'Start the app, then go to the bookmark again.',
            });
          await get().open(window);
          const { matches, total } = await client['element.find']({ window: window.id, selector: wanted.selector });
          const [element] = matches;
          if (!element)
            throw new AppError('element_not_found', `${wanted.title} is not in ${quoted(window.title)}.`, {
              hint: 'Bring it up in its app, then go to the bookmark again.',
            });
          if (get().window?.id !== window.id) return;
          await get().reveal(element.id);
          if (total > 1) notify(`${total} elements match ${wanted.selector}. The first is shown.`);
        } catch (error) {
          report(error);
        }
      },
    };
  };

/** None if nothing was stored, or not by Deskscope. */
function keptBookmarks(): readonly Bookmark[] {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
  } catch {
    return [];
  }
}
