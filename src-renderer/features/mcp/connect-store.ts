import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ClientChange, ClientCheck, ClientView } from '#contract/api';
import { AppError } from '#contract/errors';
import type { Services } from '../../bridge/services.ts';

export type ClientAct = 'write' | 'remove' | 'check' | 'link';

/** Result of the last operation on a client. */
export interface Outcome {
  readonly client: string;
  readonly good: boolean;
  /** The first says what happened, the others what to know or do. */
  readonly sentences: readonly string[];
}

export interface ConnectState {
  /** Null until requested. */
  readonly clients: readonly ClientView[] | null;
  readonly selected: string;
  readonly busy: ClientAct | null;
  readonly outcome: Outcome | null;
  readonly select: (client: string) => void;
  readonly act: (act: ClientAct) => Promise<void>;
  readonly saveBundle: () => Promise<void>;
  /** The selected client's text, with its own token. */
  readonly copySnippet: () => Promise<void>;
  /** Reads the files again. */
  readonly load: () => Promise<void>;
  /** Refreshes the list when the server changes; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type ConnectStore = StoreApi<ConnectState>;

/** The clients on this machine, and their connection to Deskscope. */
export function createConnectStore({ client, on, report, notify }: Services): ConnectStore {
  return createStore<ConnectState>()((set, get) => {
    const acts: Record<ClientAct, (id: string) => Promise<Omit<Outcome, 'client'>>> = {
      write: async (id) => changed('Written to', await client['clients.write']({ client: id })),
      remove: async (id) => changed('Removed from', await client['clients.remove']({ client: id })),
      check: async (id) => checked(await client['clients.check']({ client: id })),
      async link(id) {
        await client['clients.openLink']({ client: id });
        return { good: true, sentences: ['Opened the link: confirm it in the client.'] };
      },
    };
    const load = async (): Promise<void> => {
      try {
        const clients = await client['clients.list']({});
        set(({ selected }) => ({ clients, selected: selected || firstChoice(clients) }));
      } catch (error) {
        report(error);
      }
    };
    return {
      clients: null,
      selected: '',
      busy: null,
      outcome: null,
      select: (selected) => set({ selected, outcome: null }),
      load,
      async act(act) {
        const { selected, busy } = get();
        if (busy !== null || selected === '') return;
        set({ busy: act, outcome: null });
        const outcome = await acts[act](selected).catch(failed);
        set({ busy: null, outcome: { client: selected, ...outcome } });
        await load();
      },
      async copySnippet() {
        try {
          await client['app.copyText']({ text: await client['clients.snippet']({ client: get().selected }) });
          await load();
        } catch (error) {
          report(error);
        }
      },
      async saveBundle() {
        try {
          const file = await client['clients.saveBundle']({});
          await load();
          if (file !== null) notify(`Saved ${file}. Open it with the client.`);
        } catch (error) {
          report(error);
        }
      },
      follow() {
        let known = '';
        const end = on('mcp.changed', ({ url, token, state }) => {
          const next = `${state} ${url} ${token}`;
          if (next !== known) void load();
          known = next;
        });
        void load();
        return end;
      },
    };
  });
}

/** Installed clients before the others. */
function firstChoice(clients: readonly ClientView[]): string {
  return (clients.find(({ installed }) => installed) ?? clients[0])?.id ?? '';
}

function changed(done: string, { file, changed: different, backup, open }: ClientChange): Omit<Outcome, 'client'> {
  const sentences = [
    different ? `${done} ${file}.` : `Nothing to change in ${file}.`,
    ...(backup === null ? [] : [`The old file is ${backup}.`]),
    ...(open ? ['Other users of this machine can read the file, and the token in it.'] : []),
  ];
  return { good: true, sentences };
}

function checked({ ok, tools, elapsedMs, text, hint }: ClientCheck): Omit<Outcome, 'client'> {
  const sentences = ok ? [`Connected: ${tools} tools in ${Math.round(elapsedMs)} ms.`] : [text, hint];
  return { good: ok, sentences };
}

function failed(error: unknown): Omit<Outcome, 'client'> {
  const known = error instanceof AppError ? error : new AppError('internal');
  return { good: false, sentences: [known.message, known.hint] };
}
