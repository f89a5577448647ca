import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo } from '#contract/api';
import { AppError } from '#contract/errors';
import type { Check } from '#contract/model/engine';
import type { Settings, SettingsChange } from '#contract/model/settings';
import { type Services, together } from '../../bridge/services.ts';

export interface SettingsState {
  readonly settings: Settings | null;
  /** Invalid parts of the settings file. */
  readonly problems: readonly string[];
  readonly info: AppInfo | null;
  readonly checks: readonly Check[] | null;
  readonly checksError: unknown;
  readonly checking: boolean;
  /** Search text of the page; empty for everything. */
  readonly query: string;
  readonly search: (query: string) => void;
  readonly change: (change: SettingsChange) => Promise<void>;
  readonly diagnose: () => Promise<void>;
  readonly chooseMcpConfig: () => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** Subscribes to the settings; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type SettingsStore = StoreApi<SettingsState>;

const unusable = new AppError('file_error', 'Your settings file has invalid values.', {
  hint: 'Settings lists them and the values in effect.',
});

export function createSettingsStore({ client, on, report }: Services): SettingsStore {
  return createStore<SettingsState>()((set) => {
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
    };
    const troubled = (problems: readonly string[]) => {
      set({ problems });
      if (problems.length > 0) report(unusable);
    };
    return {
      settings: null,
      problems: [],
      info: null,
      checks: null,
      checksError: null,
      checking: false,
      query: '',

      search: (query) => set({ query }),
      change: (change) => attempt(async () => set({ settings: await client['settings.set'](change) })),
      chooseMcpConfig: () => attempt(async () => set({ settings: await client['settings.chooseMcpConfig']({}) })),
      copy: (text) => attempt(() => client['app.copyText']({ text })),

      async diagnose() {
        set({ checking: true });
        try {
          set({ checks: await client['app.diagnose']({}), checksError: null });
        } catch (error) {
          set({ checksError: error });
        } finally {
          set({ checking: false });
        }
      },

      follow() {
        const end = together(
          on('settings.changed', (settings) => set({ settings })),
          on('settings.troubled', troubled),
        );
        void attempt(async () => troubled(await client['settings.problems']({})));
        void attempt(async () => set({ settings: await client['settings.get']({}) }));
        void attempt(async () => set({ info: await client['app.info']({}) }));
        return end;
      },
    };
  });
}
