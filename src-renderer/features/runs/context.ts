import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { RunsState } from './state.ts';

export const { Provider: RunsProvider, useApi: useRunsApi, useSlice: useRuns } = createStoreContext<RunsState>('runs');

/** Whether the open run is being compared. */
export function useComparing(): boolean {
  return useRuns((state) => state.comparing !== null);
}
