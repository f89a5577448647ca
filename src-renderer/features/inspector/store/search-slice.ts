import { describeElement, type ElementNode } from '#contract/model/element';
import { ancestorsOf } from './entries.ts';
import type { SearchSlice, Slice } from './state.ts';

const restMs = 180;
const limit = 200;
/** As many as one looks at before typing on. */
const withPath = 40;

export const searchSlice: Slice<SearchSlice> =
  ({ client }) =>
  (set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isStale = (window: string, text: string) => get().searchText !== text || get().window?.id !== window;

    const run = async (window: string, text: string): Promise<void> => {
      set({ searching: true });
      try {
        const { matches, total, elapsedMs } = await client['tree.search']({ window, text: text.trim(), limit });
        if (isStale(window, text)) return;
        set({ found: { nodes: matches, total, elapsedMs }, searchError: null, searching: false });
        await loadPaths(matches.slice(0, withPath), () => isStale(window, text));
      } catch (error) {
        if (!isStale(window, text)) set({ found: null, searchError: error, searching: false });
      }
    };

    const loadPaths = async (nodes: readonly ElementNode[], stop: () => boolean): Promise<void> => {
      for (const node of nodes) {
        if (stop()) return;
        if (get().paths.has(node.id)) continue;
        const path = (await wayTo(node)).map(describeElement).join(' › ');
        set(({ paths }) => ({ paths: new Map(paths).set(node.id, path) }));
      }
    };

    /** From what was read, or asked for; nothing where the element is gone meanwhile. */
    const wayTo = async (node: ElementNode): Promise<readonly ElementNode[]> => {
      const { entries } = get();
      if (entries.has(node.id)) return ancestorsOf(entries, node.id).flatMap((id) => entries.get(id)?.node ?? []);
      const ancestors = await client['tree.ancestors']({ element: node.id }).catch(() => []);
      return ancestors.filter(({ id }) => id !== node.id);
    };

    return {
      searchText: '',
      searching: false,
      found: null,
      searchError: null,
      paths: new Map(),

      search(searchText) {
        clearTimeout(timer);
        const { window } = get();
        const empty = searchText.trim() === '';
        set({ searchText, ...(empty && { found: null, searchError: null, searching: false }) });
        if (!empty && window) timer = setTimeout(() => void run(window.id, searchText), restMs);
      },
    };
  };
