import { createStore, type StoreApi } from 'zustand/vanilla';
import type { McpStatus } from '#contract/api';
import type { AuditState, Grant, HaltState } from '#contract/model/permissions/permission';
import { type Services, together } from '../../bridge/services.ts';

export type TokenKind = 'full' | 'read';

export interface ConsentState {
  /** Oldest first. */
  readonly grants: readonly Grant[];
  readonly halt: HaltState;
  readonly audit: AuditState;
  /** Empty if the MCP server is not listening. */
  readonly tokens: Readonly<Record<TokenKind, string>>;
  readonly allow: (client: string, app: string) => Promise<void>;
  readonly revoke: (id: string) => Promise<void>;
  /** Reloads the remembered answers: another process may have changed them. */
  readonly refresh: () => Promise<void>;
  readonly pullHalt: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly renew: (which: TokenKind) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** Subscribes to the main process; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type ConsentStore = StoreApi<ConsentState>;

/** Permissions the user has granted to agents, and can revoke. */
export function createConsentStore({ client, on, report, notify }: Services): ConsentStore {
  return createStore<ConsentState>()((set) => {
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
    };
    const setTokens = ({ token, readToken }: McpStatus) => set({ tokens: { full: token, read: readToken } });
    return {
      grants: [],
      halt: { halted: false, since: null },
      audit: { failure: null, lost: 0 },
      tokens: { full: '', read: '' },
      allow: (who, app) => attempt(() => client['grants.allow']({ client: who, app })),
      refresh: () => attempt(async () => set({ grants: await client['grants.list']({}) })),
      revoke: (id) => attempt(() => client['grants.revoke']({ id })),
      pullHalt: () => attempt(() => client['halt.pull']({})),
      resume: () => attempt(() => client['halt.resume']({})),
      copy: (text) => attempt(() => client['app.copyText']({ text })),
      renew: (which) =>
        attempt(async () => {
          setTokens(await client['mcp.renewToken']({ which }));
          notify('The old token no longer works. Give your clients the new one.');
        }),
      follow() {
        const end = together(
          on('grants.changed', (grants) => set({ grants })),
          on('halt.changed', (halt) => set({ halt })),
          on('audit.changed', (audit) => set({ audit })),
          on('mcp.changed', setTokens),
        );
        void attempt(async () => set({ grants: await client['grants.list']({}) }));
        void attempt(async () => set({ halt: await client['halt.state']({}) }));
        void attempt(async () => set({ audit: await client['audit.state']({}) }));
        void attempt(async () => setTokens(await client['mcp.status']({})));
        return end;
      },
    };
  });
}
