import { useEffect, type ReactNode } from 'react';
import { modelProviders, type ModelKeysView, type ProviderName } from '#contract/model/agents/model-provider';
import { Button } from '../../../ui/button/button.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { useAgents, useAgentsApi } from '../context.ts';
import { isKeyed, whereKeyIs } from './where-key-is.ts';
import styles from './keys.module.css';

/** Each provider of models, and where its key is. */
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
