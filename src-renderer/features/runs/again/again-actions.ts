import type { AgentKind } from '#contract/model/agents/agent';
import type { Services } from '../../../bridge/services.ts';
import { chosenStep, type RunsActions, type RunsData, type RunsState } from '../state.ts';

type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;

/** Whether the selected step can be repeated: an agent's step, in a finished run. */
export function canDoAgain(state: RunsData): boolean {
  const step = chosenStep(state);
  return step !== null && step.agent.kind !== 'Person' && state.opened?.info.live === false;
}

/** Repeats a step with one change, if the desktop is as it was before it. */
export function againActions(
  { client, report }: Services,
  set: SetState,
  get: () => RunsState,
): Pick<RunsActions, 'askAgain' | 'doAgain' | 'endAgain'> {
  return {
    async askAgain() {
      const step = chosenStep(get());
      if (!step || !canDoAgain(get())) return;
      const { stepDetails, needText } = get();
      const reported = stepDetails?.summary.step === step.step ? stepDetails.events.map(({ event }) => event) : [];
      const raw = reported.flatMap((event) => (event.event === 'answered' ? (event.raw ?? []) : [])).at(-1);
      const edited = reported
        .flatMap((event) => (event.event === 'edited' && event.what === 'answer' ? event : []))
        .at(-1);
      if (raw !== undefined) await needText(raw);
      const answer = edited?.after ?? (raw === undefined ? '' : (get().texts.get(raw) ?? ''));
      set({
        again: { step: step.step, answer: readable(answer), model: modelOf(get(), step.agent.kind), starting: false },
      });
    },

    async doAgain({ answer, model }) {
      const { current: run, again } = get();
      if (run === null || !again || again.starting) return;
      set({ again: { ...again, starting: true } });
      try {
        const { step } = again;
        await client['agents.again']({ run, step, model, limits: {}, ...(answer !== null && { answer }) });
        set({ again: null });
      } catch (error) {
        set({ again });
        report(error);
      }
    },

    endAgain: () => set({ again: null }),
  };
}

function readable(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}

/** The run's model. A page names no file: a script's path is not requested. */
function modelOf({ story }: RunsData, kind: string): string {
  const round = story.flatMap(({ event }) => (event.event === 'round' ? event : []))[0];
  const model = round?.models[kind as AgentKind] ?? '';
  return model.startsWith('scripted:') ? 'scripted' : model;
}

/** Repeats a call with arguments the user may edit first. */
export function rerunActions(
  { client, report }: Services,
  set: SetState,
  get: () => RunsState,
): Pick<RunsActions, 'edit' | 'rerun'> {
  return {
    edit: (text) => set({ draft: text === null ? null : { text, problem: '', running: false, outcome: null } }),

    async rerun() {
      const { current: run, selected: call, draft } = get();
      if (run === null || call === null || !draft || draft.running) return;
      const parameters = parseArguments(draft.text);
      if (typeof parameters === 'string') {
        set({ draft: { ...draft, problem: parameters } });
        return;
      }
      set({ draft: { ...draft, problem: '', running: true, outcome: null } });
      const end = (change: Partial<NonNullable<RunsState['draft']>>) =>
        set((state) => (state.draft ? { draft: { ...state.draft, running: false, ...change } } : {}));
      try {
        end({ outcome: await client['runs.rerun']({ run, call, parameters }) });
      } catch (error) {
        end({});
        report(error);
      }
    },
  };
}

/** The arguments, or the problem with them. */
function parseArguments(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return 'Arguments are an object, such as {"text": "Hello"}.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
