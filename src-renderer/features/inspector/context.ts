import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { InspectorState } from './store/state.ts';

export const {
  Provider: InspectorProvider,
  useApi: useInspectorApi,
  useSlice: useInspector,
} = createStoreContext<InspectorState>('inspector');
