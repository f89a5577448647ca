import type { ReactNode } from 'react';
import styles from './tooltip.module.css';

/** `Ctrl+Shift+P` as key caps. */
export function KeyHint({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
