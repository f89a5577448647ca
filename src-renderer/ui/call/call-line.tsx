import type { ReactNode } from 'react';
import { callWords } from '#contract/model/runs/call-words';
import styles from './call-line.module.css';

interface CallLineProps {
  readonly tool: string;
  /** Its target, or for a failed call its query. */
  readonly target: string;
  /** Why it failed; its first sentence is shown. */
  readonly error?: string | undefined;
}

/** A tool call in words, the same in every list: `click_element  Button “7” in galculator`, and why it failed. */
export function CallLine(call: CallLineProps): ReactNode {
  const { tool, target, why } = callWords(call);
  return (
    <span className={styles.line}>
      <code className={styles.tool}>{tool}</code>
      <span className={styles.target}>{target}</span>
      {why !== '' && (
        <span className={styles.error} data-tip={why}>
          {why}
        </span>
      )}
    </span>
  );
}
