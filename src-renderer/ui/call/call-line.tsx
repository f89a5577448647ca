import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import styles from './call-line.module.css';

interface CallLineProps {
  readonly tool: string;
  /** What it acts on, or where it failed what it looked for. */
  readonly target: string;
  /** Why it failed; its first sentence is shown. */
  readonly error?: string | undefined;
}

/** A tool call in words, alike in every list: `click_element  Button “7” in galculator`, and why it failed. */
export function CallLine({ tool, target, error = '' }: CallLineProps): ReactNode {
  const why = firstSentence(oneLine(error));
  return (
    <span className={styles.line}>
      <code className={styles.tool}>{shortTool(tool)}</code>
      <span className={styles.target}>{oneLine(target)}</span>
      {why !== '' && (
        <span className={styles.error} data-tip={why}>
          {why}
        </span>
      )}
    </span>
  );
}

/** `click_element` for `action::click_element`. */
export function shortTool(tool: string): string {
  return tool.replace(/^.*::/, '');
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
