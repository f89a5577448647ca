import type { ComparedSteps, StepPair, StepLocation, RunComparison } from '#contract/model/runs/run-analysis';
import type { Services } from '../../../bridge/services.ts';
import { showPlace } from '../show-place.ts';
import type { Comparing, RunsActions, RunsState } from '../state.ts';
import { placeText } from '../figures.ts';

type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;
type Actions = Pick<
  RunsActions,
  'askCompare' | 'compare' | 'compareRecording' | 'endCompare' | 'selectPair' | 'showCompared' | 'goTo'
>;

const begun: Omit<Comparing, 'other'> = { comparison: null, pair: 0, comparedDetails: null, error: null };

/** Compares the open run with another one. */
export function compareActions({ client, report }: Services, set: SetState, get: () => RunsState): Actions {
  /** While the same two runs are compared. */
  const change = (other: string, made: Partial<Comparing>): void =>
    set(({ comparing }) => (comparing?.other.id === other ? { comparing: { ...comparing, ...made } } : {}));

  return {
    askCompare: (choosing) => set({ choosing }),

    async compare({ id, title }) {
      const run = get().current;
      if (run === null) return;
      const other = { id, title };
      set({ choosing: false, comparing: { ...begun, other } });
      try {
        const comparison = await client['runs.compare']({ run, with: other.id });
        if (get().current !== run || get().comparing?.other.id !== other.id) return;
        change(other.id, { comparison });
        await get().selectPair(divergencePair(comparison));
      } catch (error) {
        change(other.id, { error });
      }
    },

    async compareRecording() {
      const run = get().current;
      if (run === null) return;
      try {
        const compared = await client['runs.compareRecording']({ run });
        if (!compared || get().current !== run) return;
        const { name: title, comparison } = compared;
        set({ choosing: false, comparing: { ...begun, other: { id: '', title }, comparison } });
        await get().selectPair(divergencePair(comparison));
      } catch (error) {
        report(error);
      }
    },

    endCompare: () => set({ comparing: null }),

    async selectPair(pair) {
      const { current: run, comparing } = get();
      const chosen = comparing?.comparison?.pairs[pair];
      if (run === null || !comparing || !chosen) return;
      const other = comparing.other.id;
      change(other, { pair });
      const still = () => get().current === run && get().comparing?.pair === pair;
      try {
        const { a, b } = chosen;
        const comparedDetails =
          other === ''
            ? besideRecording(chosen, await client['runs.compareAt']({ run, with: run, a, b: null }))
            : await client['runs.compareAt']({ run, with: other, a, b });
        if (still()) change(other, { comparedDetails });
      } catch (error) {
        if (still()) change(other, { error });
      }
    },

    showCompared: (comparedShot) => set({ comparedShot }),

    async goTo(run, place) {
      const { current, open, endCompare } = get();
      if (run === current) endCompare();
      else await open(run);
      showPlace(get(), place);
    },
  };
}

/** The run's facts; a recording has its acts, and nothing more. */
function besideRecording({ a, title, instead = title }: StepPair, comparedDetails: ComparedSteps): ComparedSteps {
  const done = { label: 'Step', a: a ? title : '', b: instead };
  return {
    ...comparedDetails,
    words: [done, ...comparedDetails.words.map((row) => ({ ...row, b: row.a }))],
    before: [],
    after: [],
  };
}

/** Index of the pair where two runs diverge; of the first if they do not. */
export function divergencePair({ divergence, pairs }: RunComparison): number {
  if (!divergence) return 0;
  return Math.max(
    0,
    pairs.findIndex(({ a, b }) => same(a, divergence.a) && same(b, divergence.b)),
  );
}

function same(a: StepLocation | null, b: StepLocation | null): boolean {
  return placeText(a) === placeText(b);
}
