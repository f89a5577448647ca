import type { Services } from '../../../bridge/services.ts';
import type { RunsActions, RunsState } from '../state.ts';
import { foundNowhere } from './filter-runs.ts';

type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;

/** How long the text rests before runs are read for it, in milliseconds. */
const restMs = 250;

/** The list of runs is filtered at once by what its rows say, and soon by what happened in the runs. */
export function searchActions(
  { client, report }: Services,
  set: SetState,
  get: () => RunsState,
): Pick<RunsActions, 'setRunFilter' | 'search'> {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const wanted = () => get().runFilter.text.trim();
  return {
    setRunFilter(filter) {
      const before = wanted();
      set((state) => ({ runFilter: { ...state.runFilter, ...filter } }));
      const text = wanted();
      if (text === before) return;
      clearTimeout(rest);
      set({ found: foundNowhere, unread: 0, searching: text !== '' });
      if (text !== '') rest = setTimeout(() => void get().search(), restMs);
    },

    async search() {
      const text = wanted();
      set({ searching: true });
      try {
        // What was found is shown as it comes.
        for (let left = 1; left > 0;) {
          const { found, unread } = await client['runs.search']({ text });
          if (wanted() !== text) return;
          left = unread;
          set({ found: new Map(found.map((one) => [one.run, one])), unread, searching: left > 0 });
        }
      } catch (error) {
        // Another text ends the search for the one before.
        if (wanted() !== text) return;
        set({ searching: false });
        report(error);
      }
    },
  };
}
