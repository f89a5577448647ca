import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { ConsentState } from './store.ts';

export const {
  Provider: ConsentProvider,
  useApi: useConsentApi,
  useSlice: useConsent,
} = createStoreContext<ConsentState>('consent');
