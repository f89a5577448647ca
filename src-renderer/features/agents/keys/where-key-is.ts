import {
  keyedProvider,
  modelProviders,
  type ModelKeysView,
  type ProviderName,
} from '#contract/model/agents/model-provider';

export interface WhereKeyIs {
  readonly text: string;
  /** Without it the provider's models cannot be asked. */
  readonly isMissing: boolean;
}

/** In a few words. */
export function whereKeyIs(provider: ProviderName, { keys, file }: ModelKeysView): WhereKeyIs {
  const { key } = modelProviders[provider];
  const found = keys.find((one) => one.provider === provider);
  switch (found?.from) {
    case 'variable':
      return { text: `Key in the variable ${found.variable}`, isMissing: false };
    case 'keychain':
      return { text: 'Key in the system’s keychain', isMissing: false };
    case 'file':
      return { text: `Key in ${file}`, isMissing: false };
    case null:
    case undefined:
      if (key === 'needed') return { text: 'No key yet', isMissing: true };
      return { text: key === 'none' ? 'Needs no key' : 'Needs no key, unless the server wants one', isMissing: false };
  }
}

/** The provider that is meant by what is typed as a model, its use of the computer too. */
export function providerIn(model: string): ProviderName | null {
  const name = /^([a-z]+)(-computer(-\d{8})?)?:/.exec(model.trim())?.[1] ?? '';
  return Object.hasOwn(modelProviders, name) ? (name as ProviderName) : null;
}

export const isKeyed = (provider: ProviderName) => keyedProvider.safeParse(provider).data ?? null;
