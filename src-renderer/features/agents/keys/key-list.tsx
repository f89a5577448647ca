import { useEffect, type ReactNode } from 'react';
import {
  modelProviders,
  type ModelKeysView,
  type ProviderName,
  keyedProvider,
} from '#contract/model/agents/model-provider';
import { Button } from '../../../ui/button/button.tsx';
import { ErrorState, Loading } from '../../../ui/state/state.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useAgents, useAgentsApi } from '../context.ts';
import styles from './keys.module.css';

/** Each model provider, and where its API key is stored. */
export function KeyList(): ReactNode {
  const keys = useAgents((state) => state.keys);
  const error = useAgents((state) => state.keysError);
  const { loadKeys } = useAgentsApi().getState();
  useEffect(() => void loadKeys(), [loadKeys]);
  return (
    <section className={styles.group} aria-label="Agent models" data-testid="model-keys">
      <h2 className={styles.heading}>Agent models</h2>
      {error !== null && <ErrorState error={error} onRetry={() => void loadKeys()} />}
      {!keys && error === null && <Loading what="Looking for keys" />}
      <ul aria-label="Model providers">
        {keys &&
          Object.keys(modelProviders).map((provider) => (
            <Row key={provider} provider={provider as ProviderName} keys={keys} />
          ))}
      </ul>
    </section>
  );
}

function Row({ provider, keys }: { readonly provider: ProviderName; readonly keys: ModelKeysView }): ReactNode {
  const { askKey, removeKey } = useAgentsApi().getState();
  const { title, example } = modelProviders[provider];
  const keyed = isKeyed(provider);
  const from = keys.keys.find((one) => one.provider === provider)?.from;
  const isKept = from === 'keychain' || from === 'file';
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>
          {whereKeyIs(provider, keys).text} · {provider}:{example}
        </p>
      </div>
      {keyed && (
        <Button aria-label={`Set the key of ${title}`} onClick={() => askKey(keyed)}>
          Set key…
        </Button>
      )}
      {keyed && isKept && (
        <Button aria-label={`Remove the key of ${title}`} onClick={() => void removeKey(keyed)}>
          Remove
        </Button>
      )}
    </li>
  );
}

interface WhereKeyIs {
  readonly text: string;
  /** The provider's models need it. */
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

/** The provider of the typed model name, including computer-use models. */
export function providerIn(model: string): ProviderName | null {
  const name = /^([a-z]+)(-computer(-\d{8})?)?:/.exec(model.trim())?.[1] ?? '';
  return Object.hasOwn(modelProviders, name) ? (name as ProviderName) : null;
}

export const isKeyed = (provider: ProviderName) => keyedProvider.safeParse(provider).data ?? null;

/** Where the key for the typed model is stored, and a button to add one. */
export function KeyLine({ model }: { readonly model: string }): ReactNode {
  const keys = useAgents((state) => state.keys);
  const { loadKeys, askKey } = useAgentsApi().getState();
  useEffect(() => void loadKeys(), [loadKeys]);
  const provider = providerIn(model);
  if (!keys || !provider) return null;
  const { text, isMissing } = whereKeyIs(provider, keys);
  const keyed = isKeyed(provider);
  return (
    <div className={styles.line} data-testid="task-key">
      <Icon name={isMissing ? 'warning' : 'key'} className={styles.icon} />
      <span role="status" className={styles.where}>
        {modelProviders[provider].title}: {text}
      </span>
      {keyed && isMissing && <Button onClick={() => askKey(keyed)}>Set key…</Button>}
    </div>
  );
}
