import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { RunsState } from './state.ts';

export const { Provider: RunsProvider, useApi: useRunsApi, useSlice: useRuns } = createStoreContext<RunsState>('runs');
