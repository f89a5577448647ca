import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { KeyHint } from '../../../ui/tooltip/key-hint.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import styles from './details.module.css';

/** The arguments, to be edited and run again in the user's name. */
export function Rerun({ secret }: { readonly secret: boolean }): ReactNode {
  const draft = useRuns((state) => state.draft);
  const { edit, rerun } = useRunsApi().getState();
  if (!draft) return null;
  return (
    <Section title="Run again">
      {secret && (
        <p className={styles.hint}>
          <Icon name="lock" /> This call typed a secret, which traces do not store. Enter the text to run it again.
        </p>
      )}
      <textarea
        className={styles.editor}
        aria-label="Arguments as JSON"
        aria-invalid={draft.problem !== ''}
        data-testid="rerun-arguments"
        spellCheck={false}
        autoFocus
        rows={Math.min(16, Math.max(4, draft.text.split('\n').length))}
        value={draft.text}
        onChange={(event) => edit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          edit(null);
        }}
      />
      {draft.problem && (
        <p role="alert" className={styles.error}>
          {draft.problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="primary" icon="play" busy={draft.running} onClick={() => void rerun()} data-testid="rerun-run">
          Run as you <KeyHint keys="Ctrl+Enter" />
        </Button>
        <Button onClick={() => edit(null)}>Cancel</Button>
      </div>
      <Outcome />
    </Section>
  );
}

function Outcome(): ReactNode {
  const outcome = useRuns((state) => state.draft?.outcome ?? null);
  if (!outcome) return null;
  const { error, text, elapsedMs } = outcome;
  return (
    <div role="status" data-testid="rerun-outcome" className={styles.outcome}>
      <p className={error ? styles.error : styles.good}>
        <Icon name={error ? 'error' : 'pass'} /> {error ? error.code : 'Done'} in {Math.round(elapsedMs)} ms
      </p>
      <pre className={styles.code} tabIndex={0} aria-label="Result of the new call">
        {error ? `${error.message}\n${error.hint}` : text || '(nothing)'}
      </pre>
    </div>
  );
}
