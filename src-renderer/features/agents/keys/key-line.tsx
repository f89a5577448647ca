import { useEffect, type ReactNode } from 'react';
import { modelProviders } from '#contract/model/agents/model-provider';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useAgents, useAgentsApi } from '../context.ts';
import { isKeyed, providerIn, whereKeyIs } from './where-key-is.ts';
import styles from './keys.module.css';

/** Where the key of the model is that is typed, and the way to give one. */
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
