import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenQuestion, PermissionApi, TargetPicture } from '#contract/api';
import type { Client } from '#contract/define';
import type { PermissionAnswer } from '#contract/model/permissions/permission';
import type { Subscribe } from '../../bridge/services.ts';

export interface PermissionsState {
  readonly pending: readonly OpenQuestion[];
  /** PNG of the window a pending question is about, by the question's id. */
  readonly icons: Readonly<Record<string, Uint8Array | null>>;
  /** The window's look when the question was shown, by the question's id. */
  readonly pictures: Readonly<Record<string, TargetPicture | null>>;
  /** Why an answer was not delivered; null if none failed. */
  readonly error: unknown;
  /** Why a yes would not count now; empty if it would, null until known. */
  readonly objection: string | null;
  /** `at` is when the button was pressed, in milliseconds since the epoch. */
  readonly answer: (answer: PermissionAnswer, at: number) => Promise<void>;
  /** The text that answers an agent's question; `at` as above. */
  readonly reply: (text: string, at: number) => Promise<void>;
  readonly loadIcon: (id: string) => Promise<void>;
  readonly loadPicture: (id: string) => Promise<void>;
  /** Subscribes to questions; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type PermissionsStore = StoreApi<PermissionsState>;

/** Pending questions, oldest first; the first one is shown. */
export function createPermissionsStore(client: Client<PermissionApi>, on: Subscribe): PermissionsStore {
  return createStore<PermissionsState>()((set, get) => {
    const send = async (give: (id: string) => Promise<void>) => {
      const [asked, ...others] = get().pending;
      if (!asked) return;
      try {
        await give(asked.id);
        // The main process may have announced the rest already.
        if (get().pending[0]?.id === asked.id) set({ pending: others });
        set({ error: null });
      } catch (error) {
        set({ error });
      }
    };
    return {
      pending: [],
      icons: {},
      pictures: {},
      error: null,
      objection: null,

      answer: (answer, at) => send((id) => client['permissions.decide']({ id, answer, at })),
      reply: (text, at) => send((id) => client['permissions.reply']({ id, text, at })),

      async loadIcon(id) {
        const icon = await client['permissions.icon']({ id }).catch(() => null);
        set(({ icons }) => ({ icons: { ...icons, [id]: icon } }));
      },

      async loadPicture(id) {
        const picture = await client['permissions.picture']({ id }).catch(() => null);
        set(({ pictures }) => ({ pictures: { ...pictures, [id]: picture } }));
      },

      follow() {
        const ends = [
          on('permissions.asked', (pending) => set({ pending })),
          on('permissions.looked', ({ objection }) => set({ objection })),
        ];
        client['permissions.pending']({}).then(
          (pending) => set({ pending }),
          (error: unknown) => set({ error }),
        );
        return () => ends.forEach((end) => end());
      },
    };
  });
}
