import type { KeyedProvider, ModelKeysView } from '#contract/model/agents/model-provider';
import type { Services } from '../../../bridge/services.ts';

export interface KeysState {
  /** Where the keys of providers are; null until that is known. No key is ever in here. */
  readonly keys: ModelKeysView | null;
  /** Why that is not known. */
  readonly keysError: unknown;
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
      set({ keys: await work(), keysError: null });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  return {
    keys: null,
    keysError: null,
    asksKey: null,
    askKey: (asksKey) => set({ asksKey }),
    async loadKeys() {
      set({ keysError: null });
      try {
        set({ keys: await client['models.keys']({}) });
      } catch (keysError) {
        set({ keys: null, keysError });
      }
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
