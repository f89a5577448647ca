import { createStoreContext } from '../../ui/store-context.tsx';
import type { McpState } from './store.ts';

export const { Provider: McpProvider, useApi: useMcpApi, useSlice: useMcp } = createStoreContext<McpState>('mcp');
