import { createStoreContext } from '../../ui/store-context.tsx';
import type { AgentsState } from './store.ts';

export const {
  Provider: AgentsProvider,
  useApi: useAgentsApi,
  useSlice: useAgents,
} = createStoreContext<AgentsState>('agents');
