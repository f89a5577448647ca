import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { RecorderState } from './store.ts';

export const {
  Provider: RecorderProvider,
  useApi: useRecorderApi,
  useSlice: useRecorder,
} = createStoreContext<RecorderState>('recorder');
