import type { KeyedProvider, ModelKeysView } from '#contract/model/model-provider';
import type { Services } from '../../../bridge/services.ts';

export interface KeysState {
  /** Where the keys of providers are; null until that is known. No key is ever in here. */
  readonly keys: ModelKeysView | null;
  /** The provider whose key is asked for. */
  readonly asksKey: KeyedProvider | null;
  readonly askKey: (provider: KeyedProvider | null) => void;
  readonly loadKeys: () => Promise<void>;
  /** True where it is kept. */
  readonly setKey: (provider: KeyedProvider, key: string, inFile: boolean) => Promise<boolean>;
  readonly removeKey: (provider: KeyedProvider) => Promise<void>;
}

export function keyActions({ client, report }: Services, set: (change: Partial<KeysState>) => void): KeysState {
  const attempt = async (work: () => Promise<ModelKeysView>): Promise<boolean> => {
    try {
      set({ keys: await work() });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  return {
    keys: null,
    asksKey: null,
    askKey: (asksKey) => set({ asksKey }),
    async loadKeys() {
      await attempt(() => client['models.keys']({}));
    },
    async setKey(provider, key, inFile) {
      const isKept = await attempt(() => client['models.setKey']({ provider, key, inFile }));
      if (isKept) set({ asksKey: null });
      return isKept;
    },
    async removeKey(provider) {
      await attempt(() => client['models.removeKey']({ provider }));
    },
  };
}
