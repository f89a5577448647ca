import { useState, type ReactNode } from 'react';
import styles from './permissions.module.css';

interface CountdownProps {
  /** Milliseconds. */
  readonly left: number;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** Whoever asked has stopped waiting. */
  readonly hasLapsed?: boolean;
}

/** The time that is left, as a bar and in words. */
export function Countdown({ left, deadline, hasLapsed = false }: CountdownProps): ReactNode {
  // The bar is full when the question appears, however long it waited behind others.
  const [whole] = useState(Math.max(1, left));
  const seconds = Math.ceil(left / 1_000);
  return (
    <div className={styles.countdown}>
      <progress className={styles.bar} max={whole} value={left} data-low={seconds <= 10} aria-label="Time left" />
      <p className={styles.left} role="timer" data-deadline={deadline}>
        {hasLapsed ? lapsed : seconds > 0 ? `Denied in ${seconds} s if you do nothing` : 'Time is up: denied'}
      </p>
    </div>
  );
}

const lapsed = 'The agent stopped waiting. Your answer counts if it asks the same again within a minute.';
