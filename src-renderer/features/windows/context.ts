import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { WindowsState } from './store.ts';

export const {
  Provider: WindowsProvider,
  useApi: useWindowsApi,
  useSlice: useWindows,
} = createStoreContext<WindowsState>('windows');
