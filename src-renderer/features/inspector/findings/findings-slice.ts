import type { Finding, FindingsReport } from '#contract/model/findings';
import type { Slice } from '../store/state.ts';

/** Results of a check of the inspected window, for the tree at that time. */
export interface FindingsSlice {
  /** Null until requested. */
  readonly findings: FindingsReport | null;
  readonly findingsError: unknown;
  readonly checking: boolean;
  /** The selected finding, by its index. */
  readonly finding: string | null;
  readonly checkWindow: () => Promise<void>;
  /** Shows its element in the tree, in the picture and on the desktop. */
  readonly chooseFinding: (key: string, finding: Finding) => Promise<void>;
}

export const findingsSlice: Slice<FindingsSlice> =
  ({ client }) =>
  (set, get) => ({
    findings: null,
    findingsError: null,
    checking: false,
    finding: null,

    async checkWindow() {
      const { window, checking } = get();
      if (window === null || checking) return;
      set({ tab: 'findings', checking: true, findingsError: null, finding: null });
      const isCurrent = () => get().window?.id === window.id;
      try {
        const findings = await client['tree.findings']({ window: window.id });
        if (isCurrent()) set({ findings });
      } catch (error) {
        if (isCurrent()) set({ findings: null, findingsError: error });
      } finally {
        set({ checking: false });
      }
    },

    async chooseFinding(key, { element }) {
      set({ finding: key });
      const { id, bounds, name, controlType } = element;
      get().outlineBox(bounds && { bounds, label: name || controlType });
      await get().reveal(id);
    },
  });
