import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PermissionAnswer, PermissionApi, PermissionRequest } from '#contract/api';
import type { Client } from '#contract/define';
import type { Subscribe } from '../../bridge/subscribe.ts';

export interface PermissionsState {
  readonly pending: readonly PermissionRequest[];
  /** Why an answer did not reach Deskscope; null while all is well. */
  readonly error: unknown;
  readonly answer: (answer: PermissionAnswer) => Promise<void>;
  /** Starts to hear questions; returns the end. */
  readonly follow: () => () => void;
}

export type PermissionsStore = StoreApi<PermissionsState>;

/** The questions that wait, oldest first; the first one is asked. */
export function createPermissionsStore(client: Client<PermissionApi>, on: Subscribe): PermissionsStore {
  return createStore<PermissionsState>()((set, get) => ({
    pending: [],
    error: null,

    async answer(answer) {
      const [asked, ...others] = get().pending;
      if (!asked) return;
      try {
        await client['permissions.decide']({ id: asked.id, answer });
        // The main process may have announced the rest already.
        if (get().pending[0]?.id === asked.id) set({ pending: others, error: null });
      } catch (error) {
        set({ error });
      }
    },

    follow() {
      const end = on('permissions.asked', (pending) => set({ pending }));
      client['permissions.pending']({}).then(
        (pending) => set({ pending }),
        (error: unknown) => set({ error }),
      );
      return end;
    },
  }));
}
