import type { WindowId } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import { ancestorsOf } from './entries.ts';
import type { SearchSlice, Slice } from './state.ts';

const restMs = 180;
const limit = 200;
/** How long, and how often, a busy app is asked again, in milliseconds. */
const maxWaitMs = 10_000;
const againMs = 400;
/** As many as a user reads before typing on. */
const withPath = 40;

export const searchSlice: Slice<SearchSlice> =
  ({ client }) =>
  (set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** What `found` answers. */
    let foundFor = '';
    const isStale = (window: WindowId, text: string) => get().searchText !== text || get().window?.id !== window;

    const run = async (window: WindowId, text: string): Promise<void> => {
      set({ searching: true, searchBusy: false });
      try {
        const { matches, total, elapsedMs } = await searchUntilRead(window, text);
        if (isStale(window, text)) return;
        foundFor = text;
        set({ found: { nodes: matches, total, elapsedMs }, searchError: null, searching: false, searchBusy: false });
        void loadPaths(matches.slice(0, withPath), () => isStale(window, text));
      } catch (error) {
        if (!isStale(window, text)) set({ found: null, searchError: error, searching: false, searchBusy: false });
      }
    };

    /** A busy app answers later: retries until it does, or time is up. */
    const searchUntilRead = async (window: WindowId, text: string) => {
      const until = Date.now() + maxWaitMs;
      for (;;) {
        try {
          return await client['tree.search']({ window, text: text.trim(), limit });
        } catch (error) {
          if (!isBusy(error) || Date.now() > until || isStale(window, text)) throw error;
          set({ searchBusy: true });
          await new Promise((resolve) => setTimeout(resolve, againMs));
        }
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

    /** From the entries, or read from the app; nothing if the element is gone. */
    const wayTo = async (node: ElementNode): Promise<readonly ElementNode[]> => {
      const { entries } = get();
      if (entries.has(node.id)) return ancestorsOf(entries, node.id).flatMap((id) => entries.get(id)?.node ?? []);
      const ancestors = await client['tree.ancestors']({ element: node.id }).catch(() => []);
      return ancestors.filter(({ id }) => id !== node.id);
    };

    return {
      searchText: '',
      searching: false,
      searchBusy: false,
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

      async openFirst() {
        const { window, searchText } = get();
        if (window === null || searchText.trim() === '') return;
        clearTimeout(timer);
        if (get().found === null || foundFor !== searchText) await run(window.id, searchText);
        const first = get().found?.nodes[0];
        if (first === undefined || isStale(window.id, searchText)) return;
        get().search('');
        await get().reveal(first.id);
      },
    };
  };

function isBusy(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'target_not_responding' || error.code === 'timeout');
}
