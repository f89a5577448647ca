import { useMemo } from 'react';
import { createStoreContext } from '../../ui/hooks/store-context.tsx';
import type { ConnectState } from './connect-store.ts';
import type { McpState } from './store.ts';

export const { Provider: McpProvider, useApi: useMcpApi, useSlice: useMcp } = createStoreContext<McpState>('mcp');
export const {
  Provider: ConnectProvider,
  useApi: useConnectApi,
  useSlice: useConnect,
} = createStoreContext<ConnectState>('connect');

/** Names of the connected clients, without duplicates. */
export function useClientNames(): readonly string[] {
  const clients = useMcp((state) => state.status?.clients);
  return useMemo(() => [...new Set((clients ?? []).map(({ name }) => name))], [clients]);
}
