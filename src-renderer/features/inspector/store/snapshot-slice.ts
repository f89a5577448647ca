import type { Slice, SnapshotSlice } from './state.ts';

export const snapshotSlice: Slice<SnapshotSlice> =
  ({ client, report, notify }) =>
  (set, get) => ({
    comparison: null,
    endComparison: () => set({ comparison: null }),

    async saveSnapshot() {
      const window = get().window?.id;
      if (window === undefined) return;
      try {
        const file = await client['snapshot.save']({ window });
        if (file !== null) notify(`Saved ${file}.`);
      } catch (error) {
        report(error);
      }
    },

    async compareSnapshots() {
      const { window, closedAt } = get();
      try {
        const open = window !== null && closedAt === null ? { window: window.id } : {};
        const comparison = await client['snapshot.compare'](open);
        if (comparison !== null) set({ comparison });
      } catch (error) {
        report(error);
      }
    },
  });
