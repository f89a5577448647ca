import type { Services } from '../../../bridge/services.ts';
import type { RunsActions, RunsState } from '../state.ts';

type SetState = (change: Partial<RunsState> | ((state: RunsState) => Partial<RunsState>)) => void;

/** A call is run again with arguments that the user may edit first. */
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

/** The arguments, or what is wrong with them. */
function parseArguments(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return 'Arguments are an object, such as {"text": "Hello"}.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
