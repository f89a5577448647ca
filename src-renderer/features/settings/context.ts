import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { SettingsState } from './store.ts';

export const {
  Provider: SettingsProvider,
  useApi: useSettingsApi,
  useSlice: useSettings,
} = createStoreContext<SettingsState>('settings');
