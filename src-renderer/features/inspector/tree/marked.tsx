import type { ReactNode } from 'react';
import styles from './tree.module.css';

/** The text with the first place of what was searched for marked. */
export function Marked({ text, needle }: { readonly text: string; readonly needle: string }): ReactNode {
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.match}>{text.slice(at, at + needle.length)}</mark>
      {text.slice(at + needle.length)}
    </>
  );
}
