import type { ReactNode } from 'react';
import styles from './badge.module.css';

export function Badge({ children, tip }: { readonly children: ReactNode; readonly tip?: string }): ReactNode {
  return (
    <span className={styles.badge} data-tip={tip}>
      {children}
    </span>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

/** A coloured dot; the words beside it say the same. */
export function Dot({ tone }: { readonly tone: Tone }): ReactNode {
  return <span aria-hidden="true" className={styles.dot} data-tone={tone} />;
}
