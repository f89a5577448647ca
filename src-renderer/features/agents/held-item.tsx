import { useState, type ReactNode } from 'react';
import { harmless, oneLine } from '#contract/foreign-text';
import type { Held } from '#contract/model/runs/debug';
import { CallLine } from '../../ui/call/call-line.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useAgents, useAgentsApi } from './context.ts';
import { isTakenOver } from './store.ts';
import styles from './agents.module.css';

interface HeldItemProps {
  readonly held: Held;
  /** How many more are held behind it. */
  readonly waiting: number;
}

/** What an agent would do next: to be let go, changed or denied. */
export function HeldItem({ held, waiting }: HeldItemProps): ReactNode {
  const { id, kind, who, title, target, content, editable, why } = held;
  const [draft, setDraft] = useState(content ?? '');
  const { release } = useAgentsApi().getState();
  const isChanged = content !== null && draft !== content;
  const isTaken = useAgents(isTakenOver);
  const go = (holdResult: boolean) =>
    void release(id, isChanged ? { do: 'edit', content: draft, holdResult } : { do: 'go', holdResult });
  return (
    <div className={styles.held} data-testid="held">
      <div className={styles.heldHead}>
        <p className={styles.task}>
          {headings[kind](oneLine(who), oneLine(title))}
          {kind === 'call' && <CallLine tool={title} target={target ?? ''} />}
        </p>
        <p className={styles.text}>
          {oneLine(why)}
          {waiting > 0 && ` ${waiting} more waiting.`}
        </p>
        <div className={styles.controls}>
          {kind === 'call' && (
            <Button icon="circle-slash" onClick={() => void release(id, { do: 'deny' })} data-testid="held-deny">
              Deny
            </Button>
          )}
          {kind === 'call' && (
            <Button icon="inspect" disabled={isTaken} onClick={() => go(true)} data-testid="held-go-result">
              Run, then pause on the result
            </Button>
          )}
          <Button variant="primary" icon="play" disabled={isTaken} onClick={() => go(false)} data-testid="held-go">
            {isChanged ? 'Run with the change' : 'Run'}
          </Button>
        </div>
      </div>
      {content !== null && (
        <textarea
          className={styles.content}
          aria-label={contents[kind]}
          spellCheck={false}
          readOnly={!editable}
          rows={Math.min(10, Math.max(3, draft.split('\n').length))}
          value={editable ? draft : harmless(draft)}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          data-testid="held-content"
        />
      )}
      {!editable && content !== null && (
        <p className={styles.text}>Contains a password, which is hidden. You can run or deny it, but not change it.</p>
      )}
    </div>
  );
}

const headings: Readonly<Record<Held['kind'], (who: string, title: string) => string>> = {
  step: (_, title) => title,
  answer: (_, title) => title,
  call: (who) => `${who} is about to call `,
  result: (who, title) => `${title} answered ${who}`,
};

const contents: Readonly<Record<Held['kind'], string>> = {
  step: '',
  answer: 'Model answer',
  call: 'Arguments',
  result: 'Result',
};
