import type { StoryEvent } from '#contract/model/agents/agent-step';
import type { Services } from '../../../bridge/services.ts';
import type { RunsActions, RunsState } from '../state.ts';
import { callsBySteps } from './step-rows.ts';
import { withStep } from './filter-steps.ts';

type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;
type Actions = Pick<
  RunsActions,
  'selectStep' | 'unselect' | 'selectPart' | 'toggleRow' | 'setStepFilter' | 'showStepTab'
>;

/** A running step reports itself many times: one read covers several. */
const restMs = 80;

/** Operations on the steps of an agents' run. */
export function stepActions({ client }: Services, set: SetState, get: () => RunsState) {
  let rest: ReturnType<typeof setTimeout> | undefined;

  const readStep = async (): Promise<void> => {
    const { current: run, step } = get();
    if (run === null || step === null) return;
    const still = () => get().current === run && get().step === step;
    try {
      const stepDetails = await client['runs.step']({ run, step });
      const calls = stepDetails.events.flatMap(({ event }) => (event.event === 'acted' ? event.calls : []));
      const stepCalls = await Promise.all(calls.map((call) => client['runs.call']({ run, call })));
      if (!still()) return;
      set({ stepDetails, stepCalls, stepChanges: new Map(), stepError: null });
      const changes = await Promise.all(
        stepCalls.map(async ({ call, seen }) => {
          const change = seen.before?.tree && seen.after?.tree && (await client['runs.treeChange']({ run, call }));
          return change ? ([[call, change]] as const) : [];
        }),
      );
      if (still()) set({ stepChanges: new Map(changes.flat()) });
    } catch (error) {
      if (still()) set({ stepError: error });
    }
  };

  const actions: Actions = {
    selectStep(step) {
      if (step === get().step && get().selected === null && get().part === null) return;
      set({ ...noCall, step, part: null, stepError: null });
      void readStep();
    },

    unselect: () => set({ ...noCall, step: null, part: null }),

    selectPart: (part) => set({ ...noCall, step: null, part }),

    toggleRow: (id, open) =>
      set(({ toggled }) => {
        const byDefault = !id.startsWith('step ');
        const changed = new Set(toggled);
        if (open === byDefault) changed.delete(id);
        else changed.add(id);
        return { toggled: changed };
      }),

    setStepFilter: (filter) => set((state) => ({ stepFilter: { ...state.stepFilter, ...filter } })),

    showStepTab: (stepTab) => set({ stepTab }),
  };

  return {
    actions,

    /** The selected call's step is selected too. */
    followCall(call: number): void {
      const { steps, calls, step } = get();
      const owner = ownerOf(callsBySteps(steps, calls), call);
      if (owner === step) return;
      set({ step: owner });
      void readStep();
    },

    follow: (on: Services['on']) =>
      on('runs.progress', (reported) => {
        if (get().current !== reported.run) return;
        if ('story' in reported) {
          set(({ story }) => ({ story: withStory(story, reported.story) }));
          return;
        }
        set(({ steps }) => ({ steps: withStep(steps, reported.step) }));
        if (get().step !== reported.step.step) return;
        clearTimeout(rest);
        rest = setTimeout(() => void readStep(), restMs);
      }),
  };
}

/** No call is selected. */
const noCall = { selected: null, details: null, detailsError: null, change: null, draft: null } as const;

function ownerOf(owned: ReturnType<typeof callsBySteps>, call: number): number | null {
  for (const [step, calls] of owned) if (step > 0 && calls.some((one) => one.call === call)) return step;
  return null;
}

/** An event this old may have been reported already, while the run was opened. */
const recent = 50;

/** Appends an event to a story, once, even if it was both reported and read. */
export function withStory(story: readonly StoryEvent[], event: StoryEvent): readonly StoryEvent[] {
  const json = JSON.stringify(event);
  const known = story.slice(-recent).some((other) => JSON.stringify(other) === json);
  return known ? story : [...story, event];
}
