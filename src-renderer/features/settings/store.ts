import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo } from '#contract/api';
import type { Check } from '#contract/model/engine';
import type { Settings } from '#contract/model/settings';
import type { Services } from '../../bridge/services.ts';

export interface SettingsState {
  readonly settings: Settings | null;
  readonly info: AppInfo | null;
  readonly checks: readonly Check[] | null;
  readonly checksError: unknown;
  readonly checking: boolean;
  readonly change: (change: Partial<Omit<Settings, 'version'>>) => Promise<void>;
  readonly diagnose: () => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** Starts to follow the settings; returns the end. */
  readonly follow: () => () => void;
}

export type SettingsStore = StoreApi<SettingsState>;

export function createSettingsStore({ client, on, report }: Services): SettingsStore {
  return createStore<SettingsState>()((set) => {
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
    };
    return {
      settings: null,
      info: null,
      checks: null,
      checksError: null,
      checking: false,

      change: (change) => attempt(async () => set({ settings: await client['settings.set'](change) })),
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
        const end = on('settings.changed', (settings) => set({ settings }));
        void attempt(async () => set({ settings: await client['settings.get']({}) }));
        void attempt(async () => set({ info: await client['app.info']({}) }));
        return end;
      },
    };
  });
}
