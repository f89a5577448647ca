import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Breakpoint, DebugState, Release } from '#contract/model/runs/debug';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import type { NewTask, TaskView } from '#contract/model/agents/task';
import type { KeyedProvider, ModelKeysView } from '#contract/model/agents/model-provider';
import { type Services, together } from '../../bridge/services.ts';

export interface AgentsState extends KeysState {
  /** The running or last task; null if there was none, and once its end was seen. */
  readonly task: TaskView | null;
  readonly debug: DebugState;
  readonly dialog: 'task' | 'breakpoints' | null;
  /** The run the user wants to see; a new object each time. */
  readonly wanted: { readonly run: string } | null;
  /** The desktop of the task, when the user wants to see it; a new object each time. */
  readonly wantedDesktop: { readonly id: string } | null;
  /** Desktops a task may use beside the user's own; null until known, and if there are none. */
  readonly desktops: readonly OwnDesktopInfo[] | null;
  readonly setDialog: (dialog: AgentsState['dialog']) => void;
  /** True if the task has started. */
  readonly start: (task: NewTask) => Promise<boolean>;
  readonly stop: () => Promise<void>;
  /** Marks the end of a task as seen. */
  readonly dismiss: () => void;
  readonly pause: () => Promise<void>;
  readonly proceed: () => Promise<void>;
  readonly step: () => Promise<void>;
  readonly takeOver: () => Promise<void>;
  readonly handBack: () => Promise<void>;
  readonly loadDesktops: () => Promise<void>;
  readonly showDesktop: () => void;
  /** Shows the run of the task. */
  readonly showRun: () => void;
  readonly release: (id: string, how: Release) => Promise<void>;
  readonly setBreakpoints: (breakpoints: readonly Breakpoint[]) => Promise<void>;
  /** Subscribes to the main process; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type AgentsStore = StoreApi<AgentsState>;

/** Tasks of our own agents, and held calls of any agent. */
export function createAgentsStore(services: Services): AgentsStore {
  const { client, on, report } = services;
  return createStore<AgentsState>()((set, get) => {
    const attempt = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        report(error);
        return false;
      }
    };
    const tried = (work: () => Promise<void>) => async () => {
      await attempt(work);
    };
    return {
      task: null,
      debug: { mode: 'running', did: [], breakpoints: [], held: [] },
      dialog: null,
      wanted: null,
      wantedDesktop: null,
      desktops: null,
      ...keyActions(services, set),
      setDialog: (dialog) => set({ dialog }),
      start: (task) => attempt(() => client['agents.start'](task)),
      stop: tried(() => client['agents.stop']({})),
      dismiss: () => set(({ task }) => ({ task: task?.status === 'running' ? task : null })),
      pause: tried(() => client['debug.pause']({})),
      proceed: tried(() => client['debug.continue']({})),
      step: tried(() => client['debug.step']({})),
      takeOver: tried(() => client['debug.takeOver']({})),
      handBack: tried(() => client['debug.handBack']({})),
      async loadDesktops() {
        // Where the system has none, tasks use the user's own desktop.
        set({ desktops: await client['desktops.list']({}).catch(() => null) });
      },
      showDesktop() {
        const id = get().task?.desktop;
        if (id) set({ wantedDesktop: { id } });
      },
      showRun() {
        const run = get().task?.run;
        if (run) set({ wanted: { run } });
      },
      release: (id, how) => tried(() => client['debug.release']({ id, how }))(),
      setBreakpoints: (breakpoints) => tried(() => client['debug.setBreakpoints']({ breakpoints: [...breakpoints] }))(),
      follow() {
        const end = together(
          on('agents.changed', ({ task }) => set({ task })),
          on('debug.changed', (debug) => set({ debug })),
        );
        void attempt(async () => set({ task: (await client['agents.state']({})).task }));
        void attempt(async () => set({ debug: await client['debug.state']({}) }));
        return end;
      },
    };
  });
}

export const isTakenOver = ({ debug }: AgentsState) => debug.mode === 'taken over';

/** Whether an agent can be taken over on the user's own desktop; on another desktop, its live picture does this. */
export const canTakeOver = (state: AgentsState) =>
  !isTakenOver(state) && state.task?.desktop === undefined && (isWorking(state) || state.debug.held.length > 0);

export const isWorking = ({ task }: AgentsState) => task?.status === 'running';

export interface KeysState {
  /** Where the providers' API keys are stored; null until known. Never contains a key. */
  readonly keys: ModelKeysView | null;
  /** Why the locations are unknown. */
  readonly keysError: unknown;
  /** The provider whose key is requested. */
  readonly asksKey: KeyedProvider | null;
  readonly askKey: (provider: KeyedProvider | null) => void;
  readonly loadKeys: () => Promise<void>;
  /** True if the key was stored. */
  readonly setKey: (provider: KeyedProvider, key: string, inFile: boolean) => Promise<boolean>;
  readonly removeKey: (provider: KeyedProvider) => Promise<void>;
}

export function keyActions({ client, report }: Services, set: (change: Partial<KeysState>) => void): KeysState {
  const attempt = async (work: () => Promise<ModelKeysView>): Promise<boolean> => {
    try {
      set({ keys: await work(), keysError: null });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  return {
    keys: null,
    keysError: null,
    asksKey: null,
    askKey: (asksKey) => set({ asksKey }),
    async loadKeys() {
      set({ keysError: null });
      try {
        set({ keys: await client['models.keys']({}) });
      } catch (keysError) {
        set({ keys: null, keysError });
      }
    },
    async setKey(provider, key, inFile) {
      const isKept = await attempt(() => client['models.setKey']({ provider, key, inFile }));
      if (isKept) set({ asksKey: null });
      return isKept;
    },
    async removeKey(provider) {
      await attempt(() => client['models.removeKey']({ provider }));
    },
  };
}
