import { AppError } from '#contract/errors';
import type { Slice, TrialSlice } from './state.ts';

export const trialSlice: Slice<TrialSlice> =
  ({ client, report }) =>
  (set, get) => ({
    trialText: '',
    tried: [],
    nearlyTried: [],
    setTrialText: (trialText) => set({ trialText }),

    async trySelector(selector) {
      const within = get().window?.id;
      if (within === undefined) throw new AppError('window_not_found', 'No window is selected.');
      try {
        const found = await client['element.try']({ within, selector, outline: get().outline });
        set({ tried: found.matches, nearlyTried: found.near.map(({ element }) => element) });
        return found;
      } catch (error) {
        set({ tried: [], nearlyTried: [] });
        throw error;
      }
    },

    endTrial() {
      if (get().tried.length === 0) return;
      set({ tried: [] });
      client['highlight.hide']({}).catch(report);
    },
  });
