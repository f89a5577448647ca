import type { ClosedSlice, Slice } from './state.ts';
import { findAgain } from './find-again.ts';

export const open = { closedAt: null, returned: null } as const;

export const closedSlice: Slice<ClosedSlice> =
  ({ client }) =>
  (set, get) => ({
    ...open,

    close() {
      if (get().window === null || get().closedAt !== null) return;
      set({ closedAt: Date.now(), marked: null, liveError: null });
      get().outlineBox(null);
    },

    offer: (returned) => set({ returned }),

    async resume() {
      const { returned: window, selectors, details } = get();
      if (!window) return;
      await get().open(window);
      const found = details && (await findAgain(client, window.id, details, selectors ?? []));
      if (found && get().window?.id === window.id) await get().reveal(found.id);
    },
  });
