import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallRecord, McpStatus } from '#contract/api';
import { type Services, together } from '../../bridge/services.ts';

/** More than a user reads; the traces keep all calls. */
export const keptCalls = 500;

/** The read-only sets. */
const [firstPort, lastPort] = [1024, 65_535];

export type McpTab = 'calls' | 'permissions' | 'connect';

export interface McpState {
  readonly tab: McpTab;
  readonly status: McpStatus | null;
  /** Newest first, at most `keptCalls`. */
  readonly calls: readonly CallRecord[];
  /** The list when the user paused it; null while live. */
  readonly paused: readonly CallRecord[] | null;
  /** Words that tool, caller, status or arguments must contain. */
  readonly filter: string;
  readonly selected: string | null;
  readonly tokenShown: boolean;
  /** The call whose trace was requested last; a new object per request. */
  readonly traceOf: { readonly call: string } | null;
  readonly showTab: (tab: McpTab) => void;
  readonly setFilter: (filter: string) => void;
  readonly pause: (paused: boolean) => void;
  /** Clears the list; the traces keep the calls. */
  readonly clear: () => void;
  readonly select: (call: string | null) => void;
  readonly showTrace: (call: string) => void;
  readonly showToken: (shown: boolean) => void;
  readonly copy: (text: string) => Promise<void>;
  readonly copyUrl: () => Promise<void>;
  /** Retries after a failure to listen. */
  readonly retry: () => Promise<void>;
  /** Listens on the next port from now on. */
  readonly moveToNextPort: () => Promise<void>;
  /** Ends a connected client's session. */
  readonly disconnect: (client: string) => Promise<void>;
  /** Subscribes to server and calls; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type McpStore = StoreApi<McpState>;

/** The MCP server for agents, and their calls. */
export function createMcpStore({ client, on, report, notify }: Services): McpStore {
  return createStore<McpState>()((set, get) => {
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
    };
    const copy = (text: string): Promise<void> => attempt(() => client['app.copyText']({ text }));
    const load = async (): Promise<void> => {
      const [status, calls] = await Promise.all([client['mcp.status']({}), client['mcp.calls']({})]);
      set({ status });
      for (const call of calls) set((state) => ({ calls: withCall(state.calls, call) }));
    };
    return {
      status: null,
      tab: 'calls',
      calls: [],
      paused: null,
      filter: '',
      selected: null,
      tokenShown: false,
      traceOf: null,
      showTab: (tab) => set({ tab }),
      setFilter: (filter) => set({ filter }),
      pause: (paused) => set(({ calls }) => ({ paused: paused ? calls : null })),
      clear: () => set(({ paused }) => ({ calls: [], paused: paused && [], selected: null })),
      select: (selected) => set({ selected }),
      showTrace: (call) => set({ traceOf: { call } }),
      showToken: (tokenShown) => set({ tokenShown }),
      copy,
      async copyUrl() {
        const url = get().status?.url;
        if (!url) return;
        await copy(url);
        notify('Copied the address of the MCP server.');
      },
      retry: () => attempt(() => client['mcp.retry']({})),
      moveToNextPort: () =>
        attempt(async () => {
          const { mcpPort } = await client['settings.get']({});
          await client['settings.set']({ mcpPort: mcpPort < lastPort ? mcpPort + 1 : firstPort });
        }),
      disconnect: (id) => attempt(() => client['mcp.disconnect']({ id })),
      follow() {
        const end = together(
          on('mcp.changed', (status) => set({ status })),
          on('mcp.called', (call) => set((state) => ({ calls: withCall(state.calls, call) }))),
        );
        void attempt(load);
        return end;
      },
    };
  });
}

/** The states of a call in order; it may skip some. */
const stages: Readonly<Record<CallRecord['status'], number>> = {
  held: 0,
  asking: 1,
  running: 2,
  ok: 3,
  failed: 3,
  denied: 3,
};

/** A record replaces the previous one of its call, unless it is older. */
function withCall(calls: readonly CallRecord[], call: CallRecord): readonly CallRecord[] {
  const known = calls.findIndex(({ id }) => id === call.id);
  if (known < 0) return [call, ...calls].sort((a, b) => b.at - a.at).slice(0, keptCalls);
  return calls.map((other, index) => (index === known && stages[call.status] > stages[other.status] ? call : other));
}

/** The calls to show: live, or as of the pause, filtered. */
export function shownCalls({ calls, paused, filter }: Pick<McpState, 'calls' | 'paused' | 'filter'>) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const list = paused ?? calls;
  return words.length === 0 ? list : list.filter((call) => words.every((word) => searchText(call).includes(word)));
}

function searchText({ tool, caller, status, parameters }: CallRecord): string {
  return `${tool} ${caller.name} ${status} ${JSON.stringify(parameters)}`.toLowerCase();
}
