import type { CallSummary } from '#contract/model/trace';
import type { Services } from '../../../bridge/services.ts';
import { noFilter } from '../calls/filter-calls.ts';
import type { RunsActions, RunsState } from '../state.ts';

type Actions = Pick<RunsActions, 'load' | 'open' | 'showLive' | 'exportZip' | 'reveal' | 'askRemove' | 'remove'>;
type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;

/** What is done with whole runs. */
export function runActions({ client, report, notify }: Services, set: SetState, get: () => RunsState): Actions {
  const withCurrent = async (work: (run: string) => Promise<void>): Promise<void> => {
    const run = get().current;
    if (run === null) return;
    try {
      await work(run);
    } catch (error) {
      report(error);
    }
  };

  return {
    async load() {
      try {
        const { runs, warning } = await client['runs.list']({});
        set({ runs, warning, runsError: null });
        const first = runs[0];
        if (get().current === null && first) await get().open(first.id);
      } catch (error) {
        set({ runsError: error });
      }
    },

    async open(run) {
      const shown = { selected: null, details: null, change: null, draft: null, detailsError: null, openError: null };
      set({ current: run, opened: null, calls: [], filter: noFilter, ...shown });
      try {
        const { calls: rows, steps: _, story: __, ...opened } = await client['runs.open']({ run });
        if (get().current !== run) return;
        const calls = JSON.parse(rows) as readonly CallSummary[];
        set({ opened, calls });
        // Whoever opens a run of before looks for what went wrong.
        const failed = calls.find(({ status }) => status === 'failed' || status === 'denied') ?? calls[0];
        if (!opened.info.live && failed) get().select(failed.call);
      } catch (error) {
        if (get().current === run) set({ openError: error });
      }
    },

    async showLive(logged) {
      try {
        const place = await client['runs.placeOf']({ call: logged });
        if (!place) return;
        if (get().current !== place.run) await get().open(place.run);
        set({ filter: noFilter });
        get().select(place.call);
      } catch (error) {
        report(error);
      }
    },

    exportZip: () =>
      withCurrent(async (run) => {
        const file = await client['runs.export']({ run });
        if (file !== null) notify(`Exported ${file}`);
      }),

    reveal: () =>
      withCurrent(async (run) => {
        await client['runs.reveal']({ run });
      }),

    askRemove: (removing) => set({ removing }),

    async remove() {
      const run = get().removing;
      set({ removing: null });
      if (!run) return;
      try {
        await client['runs.remove']({ run: run.id });
        const { runs } = await client['runs.list']({});
        set({ runs });
        const next = runs[0];
        if (get().current === run.id && next) await get().open(next.id);
      } catch (error) {
        report(error);
      }
    },
  };
}
