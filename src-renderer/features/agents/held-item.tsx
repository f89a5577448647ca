import { useState, type ReactNode } from 'react';
import { harmless, oneLine } from '#contract/foreign-text';
import type { Held } from '#contract/model/debug';
import { Button } from '../../ui/button/button.tsx';
import { useAgentsApi } from './context.ts';
import styles from './agents.module.css';

interface HeldItemProps {
  readonly held: Held;
  /** How many more are held behind it. */
  readonly waiting: number;
}

/** What an agent would do next: to be let go, changed or denied. */
export function HeldItem({ held, waiting }: HeldItemProps): ReactNode {
  const { id, kind, who, title, content, editable, why } = held;
  const [draft, setDraft] = useState(content ?? '');
  const { release } = useAgentsApi().getState();
  const isChanged = content !== null && draft !== content;
  return (
    <div className={styles.held} data-testid="held">
      <div className={styles.heldHead}>
        <p className={styles.task}>
          {kind === 'call' ? `${oneLine(who)} would call ${oneLine(title)}` : oneLine(title)}
        </p>
        <p className={styles.text}>
          {oneLine(why)}
          {waiting > 0 && ` ${waiting} more held behind it.`}
        </p>
        <div className={styles.controls}>
          {kind === 'call' && (
            <Button icon="circle-slash" onClick={() => void release(id, { do: 'deny' })} data-testid="held-deny">
              Deny
            </Button>
          )}
          <Button
            variant="primary"
            icon="play"
            onClick={() => void release(id, isChanged ? { do: 'edit', content: draft } : { do: 'go' })}
            data-testid="held-go"
          >
            {isChanged ? 'Go on with the change' : 'Go on'}
          </Button>
        </div>
      </div>
      {content !== null && (
        <textarea
          className={styles.content}
          aria-label={kind === 'call' ? 'Arguments' : 'Answer of the model'}
          spellCheck={false}
          readOnly={!editable}
          rows={Math.min(10, Math.max(3, draft.split('\n').length))}
          value={editable ? draft : harmless(draft)}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          data-testid="held-content"
        />
      )}
      {!editable && content !== null && (
        <p className={styles.text}>It holds a password, which is not shown: it can be let go or denied, not changed.</p>
      )}
    </div>
  );
}
