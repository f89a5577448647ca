import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { DesktopsState } from './store.ts';

export const {
  Provider: DesktopsProvider,
  useApi: useDesktopsApi,
  useSlice: useDesktops,
} = createStoreContext<DesktopsState>('desktops');
