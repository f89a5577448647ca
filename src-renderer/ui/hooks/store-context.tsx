import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

interface ProviderProps<T> {
  readonly store: StoreApi<T>;
  readonly children: ReactNode;
}

/** A provider for a feature's store, and hooks for its components. */
export function createStoreContext<T>(name: string) {
  const Context = createContext<StoreApi<T> | null>(null);

  function Provider({ store, children }: ProviderProps<T>): ReactNode {
    return <Context value={store}>{children}</Context>;
  }

  function useApi(): StoreApi<T> {
    const store = use(Context);
    if (store === null) throw new Error(`There is no ${name} provider above this component.`);
    return store;
  }

  /** Re-renders only when the selector's result changes. */
  function useSlice<S>(select: (state: T) => S): S {
    return useStore(useApi(), select);
  }

  return { Provider, useApi, useSlice };
}
