import { useState, type ReactNode } from 'react';
import type { ReplayNeeds } from '#contract/api';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import styles from './replay.module.css';

/** Asks what a replay enters: texts that were recorded, and secrets that no recording holds. */
export function ReplayInputs(): ReactNode {
  const asking = useRecorder((state) => state.asking);
  const { endAsking } = useRecorderApi().getState();
  if (!asking) return null;
  return (
    <Dialog label="Replay with other texts" onClose={endAsking}>
      <Fields needs={asking.needs} missing={asking.missing} />
    </Dialog>
  );
}

/** Keyboards on a screen follow the type. */
const modes = { text: 'text', number: 'decimal', date: 'text', email: 'email', url: 'url' } as const;

function Fields({ needs, missing }: { readonly needs: ReplayNeeds; readonly missing: string }): ReactNode {
  const { replayWith, endAsking } = useRecorderApi().getState();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      className={styles.inputs}
      data-testid="replay-inputs"
      onSubmit={(event) => {
        event.preventDefault();
        void replayWith(texts, secrets);
      }}
    >
      <h2 className={styles.heading}>Replay with other texts</h2>
      {missing !== '' && (
        <Notice icon="warning" tone="warning">
          {missing} Used for this replay only.
        </Notice>
      )}
      {needs.inputs.map(({ name, label, type, value }) => (
        <label key={name} className={styles.input}>
          <span>{label || name}</span>
          <TextField
            label={name}
            placeholder={value}
            inputMode={modes[type]}
            value={texts[name] ?? value}
            onText={(text) => setTexts({ ...texts, [name]: text })}
          />
          <span className={styles.type}>{type === 'text' ? name : `${name}, ${type}`}</span>
        </label>
      ))}
      {needs.secrets.map(({ name, known }) => (
        <label key={name} className={styles.input}>
          <span>Secret {name}</span>
          <TextField
            label={`Secret ${name}`}
            placeholder={known ? 'From the environment' : ''}
            type="password"
            value={secrets[name] ?? ''}
            onText={(text) => setSecrets(withText(secrets, name, text))}
          />
          <span className={styles.type}>kept nowhere</span>
        </label>
      ))}
      <div className={styles.actions}>
        <Button onClick={endAsking}>Cancel</Button>
        <Button variant="primary" icon="play" onClick={() => void replayWith(texts, secrets)}>
          Replay
        </Button>
        <input type="submit" hidden />
      </div>
    </form>
  );
}

/** An empty field is one that nobody filled: then the environment's counts. */
function withText(texts: Readonly<Record<string, string>>, name: string, text: string) {
  const { [name]: _, ...others } = texts;
  return text === '' ? others : { ...others, [name]: text };
}
