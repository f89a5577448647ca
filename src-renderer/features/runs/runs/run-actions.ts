import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import type { JsonBytes, OpenedRun } from '#contract/model/runs/run';
import type { CallSummary, TreeChange } from '#contract/model/runs/trace';
import type { Services } from '../../../bridge/services.ts';
import { noFilter, withCall } from '../calls/filter-calls.ts';
import { showPlace } from '../show-place.ts';
import type { RunsActions, RunsData, RunsState } from '../state.ts';
import { isProblem, noStepFilter, withStep } from '../steps/filter-steps.ts';
import { withStory } from '../steps/step-actions.ts';
import { foundNowhere } from './filter-runs.ts';

type Actions = Pick<
  RunsActions,
  'load' | 'open' | 'readWhy' | 'showLive' | 'exportAs' | 'openAsRecording' | 'reveal' | 'askRemove' | 'remove'
>;
type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;

const nothingShown = {
  calls: [],
  filter: noFilter,
  selected: null,
  details: null,
  detailsError: null,
  change: null,
  draft: null,
  comparing: null,
  steps: [],
  story: [],
  stepFilter: noStepFilter,
  toggled: new Set<string>(),
  part: null,
  step: null,
  stepDetails: null,
  stepCalls: [],
  stepChanges: new Map<number, TreeChange>(),
  stepError: null,
} as const;

/** Operations on whole runs. */
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

  const read = async (run: string) => {
    const opened = await client['runs.open']({ run });
    try {
      return readIn(opened);
    } catch {
      return readIn(await client['runs.open']({ run, reload: true }));
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
      set({ current: run, opened: null, openError: null, why: null, ...nothingShown });
      try {
        const { opened, lists } = await read(run);
        if (get().current !== run) return;
        set((reported) => ({ opened, ...joined(lists, reported) }));
        const found = get().found.get(run);
        if (found) showPlace(get(), found.place);
        else if (!opened.info.live) chooseFirst(get());
        if (!opened.info.live) void get().readWhy();
      } catch (error) {
        if (get().current === run) set({ openError: error });
      }
    },

    readWhy: () =>
      withCurrent(async (run) => {
        const why = await client['runs.why']({ run });
        if (get().current === run) set({ why });
      }),

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

    exportAs: (format) =>
      withCurrent(async (run) => {
        const file = await client['runs.export']({ run, format });
        if (file !== null) notify(`Exported ${file}`);
      }),

    openAsRecording: () =>
      withCurrent(async (run) => {
        await client['runs.asRecording']({ run });
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

type Lists = Pick<RunsData, 'calls' | 'steps' | 'story'>;

function listIn(bytes: JsonBytes): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** @throws SyntaxError */
function readIn({ calls, steps, story, ...opened }: OpenedRun) {
  const lists: Lists = {
    calls: listIn(calls) as readonly CallSummary[],
    steps: listIn(steps) as readonly AgentStepSummary[],
    story: listIn(story) as readonly StoryEvent[],
  };
  return { opened, lists };
}

/** A run's read data, merged with updates meanwhile. */
function joined({ calls, steps, story }: Lists, reported: Lists): Lists {
  return {
    calls: reported.calls.reduce(withCall, calls),
    steps: reported.steps.reduce(withStep, steps),
    story: reported.story.reduce(withStory, story),
  };
}

/** A finished run is opened to find out what went wrong. */
function chooseFirst({ steps, calls, select, selectStep }: RunsState): void {
  const step = steps.find(isProblem) ?? steps[0];
  const call = calls.find(({ status }) => status === 'failed' || status === 'denied') ?? calls[0];
  if (step) selectStep(step.step);
  else if (call) select(call.call);
}

/** Delay after the last key before runs are searched, in milliseconds. */
const restMs = 250;

/** The list is filtered at once by its rows, and soon by the runs' content. */
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
        // Shows results as they arrive.
        for (let left = 1; left > 0;) {
          const { found, unread } = await client['runs.search']({ text });
          if (wanted() !== text) return;
          left = unread;
          set({ found: new Map(found.map((one) => [one.run, one])), unread, searching: left > 0 });
        }
      } catch (error) {
        // Another text cancels the previous search.
        if (wanted() !== text) return;
        set({ searching: false });
        report(error);
      }
    },
  };
}
