import type { Settings } from '#contract/model/settings';
import type { SettingsStore } from '../../../settings/store.ts';
import type { ServiceHandlers } from './services.ts';

export interface ConfigDialog {
  /** Null if the user changed their mind. */
  chooseConfig(): Promise<string | null>;
}

/** @param apply applies a change; the page is notified afterwards */
export function settingsHandlers(
  settings: SettingsStore,
  apply: (settings: Settings) => Promise<void>,
  dialogs: ConfigDialog,
): ServiceHandlers<'settings'> {
  return {
    'settings.get': () => settings.current,
    'settings.problems': () => settings.problems,
    'settings.set': async (change) => {
      const next = await settings.update(definedOnly(change));
      await apply(next);
      return next;
    },
    'settings.chooseMcpConfig': async () => {
      const mcpConfig = await dialogs.chooseConfig();
      if (mcpConfig === null) return settings.current;
      const next = await settings.update({ mcpConfig });
      await apply(next);
      return next;
    },
  };
}

/** Without the keys whose value is `undefined`, which `exactOptionalPropertyTypes` distinguishes from missing ones. */
function definedOnly<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as never;
}
