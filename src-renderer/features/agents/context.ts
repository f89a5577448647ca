import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { AgentsState } from './store.ts';

export const {
  Provider: AgentsProvider,
  useApi: useAgentsApi,
  useSlice: useAgents,
} = createStoreContext<AgentsState>('agents');
