import type { SearchSlice, Slice } from './state.ts';

const restMs = 180;
const limit = 200;

export const searchSlice: Slice<SearchSlice> =
  ({ client }) =>
  (set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    const run = async (window: string, text: string): Promise<void> => {
      const stale = () => get().searchText !== text || get().window?.id !== window;
      set({ searching: true });
      try {
        const { matches, total, elapsedMs } = await client['tree.search']({ window, text: text.trim(), limit });
        if (!stale()) set({ found: { nodes: matches, total, elapsedMs }, searchError: null, searching: false });
      } catch (error) {
        if (!stale()) set({ found: null, searchError: error, searching: false });
      }
    };

    return {
      searchText: '',
      searching: false,
      found: null,
      searchError: null,

      search(searchText) {
        clearTimeout(timer);
        const { window } = get();
        const empty = searchText.trim() === '';
        set({ searchText, ...(empty && { found: null, searchError: null, searching: false }) });
        if (!empty && window) timer = setTimeout(() => void run(window.id, searchText), restMs);
      },
    };
  };
