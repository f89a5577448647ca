import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import styles from './permissions.module.css';

/** How long a question must have been seen before a yes counts, in milliseconds: who clicks sooner meant another thing. */
export const readingMs = 500;

/** True half a second after the question could be seen; a hidden window starts to count when it is shown. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      setReady(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setReady(true), readingMs);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, []);
  return ready;
}

/**
 * When a button was pressed, in milliseconds since the epoch: the page, and what hears of it, may be late. Null for the second
 * click of a double click, which was meant for the question before.
 */
export function pressedAt(event: MouseEvent): number | null {
  return event.detail > 1 ? null : Date.now() - (performance.now() - event.timeStamp);
}

interface ObjectionProps {
  /** Why a yes would not count at this moment; empty where it would, null before it is known. */
  readonly text: string | null;
}

export function Objection({ text }: ObjectionProps): ReactNode {
  if (text === null || text === '') return null;
  return (
    <p className={styles.objection} role="alert" data-testid="objection">
      {text} You can say yes again in a moment.
    </p>
  );
}
