import type { FreshStartSlice, Slice } from './state.ts';

export const freshStartSlice: Slice<FreshStartSlice> =
  ({ client, report }) =>
  (set, get) => ({
    freshStart: null,

    async testInFreshStarts() {
      const { selected: element, freshStart } = get();
      if (element === null || freshStart?.running) return;
      set({ freshStart: { element, running: true, progress: null, report: null } });
      try {
        const found = await client['element.trial']({ element });
        set({ freshStart: { element, running: false, progress: null, report: found } });
        // Their grades have learned from it.
        const selectors = await client['element.selectors']({ element });
        if (get().selected === element) set({ selectors });
      } catch (error) {
        set({ freshStart: null });
        report(error);
      }
    },

    async stopFreshStarts() {
      await client['element.stopTrial']({}).catch(report);
    },
  });
