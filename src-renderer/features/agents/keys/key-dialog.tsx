import { useState, type ReactNode } from 'react';
import {
  modelKey,
  modelProviders,
  type KeyedProvider,
  type ModelKeysView,
} from '#contract/model/agents/model-provider';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Switch } from '../../../ui/field/switch.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Notice } from '../../../ui/state/state.tsx';
import { useAgents, useAgentsApi } from '../context.ts';
import styles from '../agents.module.css';

/** Asks for the API key of a provider. The typed key is discarded with the dialog, and sent to the main process only. */
export function KeyDialog(): ReactNode {
  const provider = useAgents((state) => state.asksKey);
  const keys = useAgents((state) => state.keys);
  const { askKey } = useAgentsApi().getState();
  if (!provider || !keys) return null;
  return (
    <Dialog label={`Key of ${modelProviders[provider].title}`} onClose={() => askKey(null)}>
      <Form provider={provider} keys={keys} />
    </Dialog>
  );
}

function Form({ provider, keys }: { readonly provider: KeyedProvider; readonly keys: ModelKeysView }): ReactNode {
  const { setKey, askKey } = useAgentsApi().getState();
  const [key, setText] = useState('');
  const [inFile, setInFile] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const canSave = modelKey.safeParse(key).success && (keys.keychain || inFile) && !isSaving;
  const save = async () => {
    if (!canSave) return;
    setSaving(true);
    if (!(await setKey(provider, key, inFile))) setSaving(false);
  };
  return (
    <form
      className={styles.form}
      data-testid="key-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 className={styles.heading}>Key of {modelProviders[provider].title}</h2>
      <TextField label="Key" type="password" placeholder="Paste it here" autoFocus value={key} onText={setText} />
      {keys.keychain ? (
        <Notice icon="lock">It is stored in this system’s keychain and never shown again.</Notice>
      ) : (
        <>
          <Notice icon="warning" tone="warning">
            No encrypting keychain is available. A variable such as {variableOf(provider)} keeps the key out of files;
            or it is kept as it is in {keys.file}, which only you may read (mode 0600).
          </Notice>
          <span className={styles.switched}>
            <Switch label="Store it in that file" checked={inFile} onChange={setInFile} />
            <span aria-hidden="true">Store it in that file</span>
          </span>
        </>
      )}
      <div className={styles.actions}>
        <Button onClick={() => askKey(null)}>Cancel</Button>
        <Button variant="primary" icon="key" disabled={!canSave} onClick={() => void save()} data-testid="key-save">
          Keep
        </Button>
        <input type="submit" hidden />
      </div>
    </form>
  );
}

function variableOf(provider: KeyedProvider): string {
  return modelProviders[provider].variables[0] ?? 'DESKSCOPE_MODEL_KEY';
}
